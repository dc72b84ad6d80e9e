"""The bare pipeline: the least that does what a mission does, tuned, with no product logic.

A POST commits a run and enqueues it; a worker drives five LangGraph nodes with PostgresSaver ("sync"); each
node commits one card with one statement and publishes it once; a bare consumer passes it on to the browser.
"""
