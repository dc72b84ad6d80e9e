"""Threads: durable runs of LangGraph graphs, driven by Celery, found again by the watchdog."""
