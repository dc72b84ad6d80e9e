"""Flights and trains estimated from distance: to plan with, never to book."""
