from __future__ import annotations

from django.apps import AppConfig


class TrustConfig(AppConfig):
    name = "trust"
    verbose_name = "Trust"

    def ready(self) -> None:
        from ownyou.lib.crypto import register_key_provider
        from trust import answered, decisions, ledger, notices, scores, sessions, verdicts
        from trust.keys import UserKeys
        from trust.ledger import settling
        from trust.regions import register_regions

        register_key_provider(UserKeys())
        register_regions()
        sessions.watch()
        decisions.on_answered(verdicts.take_answer, concerns=verdicts.says_of_each)
        decisions.on_answered(settling.take_answer, concerns=settling.asks_what_happened)
        decisions.on_answered(scores.take_answer, concerns=scores.offers_a_level)
        answered.along_with_answers(verdicts.approve_with_answer)
        answered.along_with_answers(notices.put_away_with_answer)
        decisions.on_closed(verdicts.close_acts)
        decisions.on_closed(notices.put_away)
        ledger.on_ended(settling.close_question, first=True, concerns=settling.was_unknown)
        ledger.on_ended(notices.tell_of_end, concerns=notices.is_told)
