from __future__ import annotations

from django.apps import AppConfig


class FeedbackConfig(AppConfig):
    name = "feedback"
    verbose_name = "Feedback"

    def ready(self) -> None:
        from agency.reasoning.days_said import days_said
        from feedback.describing import describe_feedback
        from feedback.live import register_regions
        from feedback.ratings import rating_words
        from feedback.sentences import read_sentence
        from memory.provenance import ProvenanceKind, register_describer
        from memory.telling import register_days_reader, register_reader
        from missions.board import register_rating

        register_regions()
        register_rating(rating_words)
        register_describer(ProvenanceKind.FEEDBACK, describe_feedback)
        register_reader(read_sentence)
        register_days_reader(days_said)
