"""The outcome reviewer: rules, and a language model that may only judge stricter than they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel

from agency.desires.outcomes import Executed, Judged, Met, Opinion, V, judge, stricter, unmet
from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.skill import Skill
from ownyou.lib.text import clean_line

MOST_WORDS: Final = 240


class OutcomeToJudge(BaseModel):
    """What was wished, what came of it, and the `verdict` of the rules; `made`: the texts that it made."""

    wish: str
    done: Executed
    made: list[str]
    tools: list[str]
    verdict: V
    language: str = "en"


@dataclass(frozen=True, slots=True)
class JudgedBy:
    """How an execution is judged, with its criteria, by whom, and why by rules where a model was to look."""

    judged: Judged
    criteria: list[Met]
    made_by: str = "rules"
    fallback: str = ""


def by_rules(question: OutcomeToJudge) -> Opinion:
    """Judge by what is there and what went wrong."""
    judged = judge(question.done)
    return Opinion(verdict=judged.verdict, words=judged.words, without=judged.insights.without)


def check(question: OutcomeToJudge, reply: Opinion) -> list[str]:
    """Short, about criteria that there are, and without tools only of the plan."""
    wrong = []
    if len(reply.words) > MOST_WORDS and reply.verdict != question.verdict:
        wrong.append(f"words: at most {MOST_WORDS} characters.")
    if reply.unmet and reply.verdict in (V.COMPLETED, V.CONTINUE):
        wrong.append(f"verdict: {reply.verdict.value} does not go with criteria that are unmet.")
    if any(not 0 <= number < len(question.done.criteria) for number in reply.unmet):
        wrong.append(f"unmet: there are {len(question.done.criteria)} criteria, numbered from 0.")
    wrong += [
        f"without: {tool} is no tool of the plan." for tool in reply.without if tool not in question.tools
    ]
    return wrong[:3]


judge_outcome = Skill("judge_outcome", OutcomeToJudge, Opinion, rules=by_rules, check=check, most_tokens=400)


def verdict_on(
    done: Executed, *, wish: str, made: list[str], tools: list[str], language: str, asker: Asker
) -> JudgedBy:
    """Judge an execution by rules, and by a model where one is configured."""
    judged = judge(done)
    question = OutcomeToJudge(
        wish=wish, done=done, made=made, tools=tools, verdict=judged.verdict, language=language
    )
    answer = reason(judge_outcome, question, asker=asker)
    if answer.source == "rules":
        return JudgedBy(judged, done.criteria, fallback=answer.fallback)
    said = answer.value.model_copy(update={"words": clean_line(answer.value.words)})
    joined = stricter(done, judged, said, tools)
    missing = said.unmet if joined is not judged else []
    return JudgedBy(joined, unmet(done.criteria, missing), made_by="model")
