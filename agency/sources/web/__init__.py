"""Searching the web: the engines that may be configured, asked through one function.

Without one, Wikipedia is searched, and the answer says so.
"""
