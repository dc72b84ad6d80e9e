"""Trips and other plans of days: what goes where and when, what it costs, and whether it holds together.

Everything here is pure: offers and wishes in, plans and files out; no rows, no network.
"""
