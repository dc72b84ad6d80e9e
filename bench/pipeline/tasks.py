"""The bare pipeline's Celery tasks."""

from __future__ import annotations

from celery import shared_task

from bench.pipeline import graph, parts, waiting


@shared_task(name="bench.pipeline.drive")
def drive(user: str, run: str, text: str, wide: bool) -> None:
    """Run to the card that waits."""
    graph.drive({"user": user, "run": run, "text": text}, wide=wide)


@shared_task(name="bench.pipeline.embed_and_drive")
def embed_and_drive(user: str, run: str, text: str) -> None:
    """Embed the text once, then run to the card that waits."""
    from memory.embedding import embedder

    embedder().query(text)
    graph.drive({"user": user, "run": run, "text": text}, wide=False)


@shared_task(name="bench.pipeline.resume")
def resume(run: str, wide: bool) -> None:
    """Run from there to the end."""
    graph.resume(run, wide=wide)


@shared_task(name="bench.pipeline.begin_waiting")
def begin_waiting(user: str, run: str) -> None:
    """Run the graph of one node until it waits."""
    waiting.begin({"user": user, "run": run})


@shared_task(name="bench.pipeline.let_go")
def let_go(run: str) -> None:
    """Let that graph go on."""
    waiting.let_go(run)


@shared_task(name="bench.pipeline.drive_plan")
def drive_plan(user: str, run: str, text: str) -> None:
    """Run a plan in parts until it waits for them."""
    parts.drive_plan({"user": user, "run": run, "text": text})


@shared_task(name="bench.pipeline.drive_part")
def drive_part(user: str, run: str, text: str, number: int) -> None:
    """Run one of its parts to its question."""
    parts.drive_part({"user": user, "run": run, "text": text, "source": number})
