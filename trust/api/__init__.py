"""The API's ground: who asks, what errors look like, repeated requests, cursors; decisions and the feed.

Apps above bring routers of their own; `ownyou.api` puts them together. In every operation `request.auth`
is the person.
"""
