from __future__ import annotations

from django.apps import AppConfig


class AgencyConfig(AppConfig):
    name = "agency"
    verbose_name = "Agency"

    def ready(self) -> None:
        from agency import digests
        from agency.acting import errands
        from agency.acting.reflexion import caution_about, retold
        from agency.desires import registering
        from agency.plans.risks import risks_since
        from agency.reasoning.learned_words import in_readers_words
        from agency.runtime.schedules.jobs import register_job
        from agency.runtime.threads import going_on, is_cancelled, is_over
        from agency.runtime.waking import may_wait_for, wake_for, wake_for_act, wake_with_answer
        from agency.sources.allowed import sources_as_tools
        from agency.tools import register_tools
        from agency.tools.mcp.offered import tools_for
        from memory.cards import register_wording
        from memory.names import REFLEXIONS
        from memory.telling import register_reteller
        from trust.answered import along_with_answers
        from trust.decisions import on_closed
        from trust.last_week import register_plans
        from trust.ledger import on_ended, register_cautions, register_runs
        from trust.switches import register_others
        from trust.tools import register_provider

        along_with_answers(wake_with_answer, first=True)
        on_closed(wake_for, first=True)
        on_ended(wake_for_act, first=True, concerns=may_wait_for)
        register_runs(going_on, is_over, is_cancelled)
        register_cautions(caution_about)
        register_reteller(REFLEXIONS, retold)
        register_wording(in_readers_words)
        register_tools()
        register_provider(tools_for)
        register_others(sources_as_tools)
        errands.register()
        registering.register()
        register_job(digests.KIND, digests.make)
        register_plans(risks_since)
