"""A local language model: answers POST /v1/chat/completions in the documented format, well or badly."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from agency.desires.judging import judge_outcome
from agency.desires.reviewing import align, keep_safe
from agency.plans.by_model import plan_hops
from agency.plans.goal import read_open_goal
from agency.reasoning.skill import Skill
from agency.reasoning.skills.answer import write_answer
from agency.reasoning.skills.complexity import classify_complexity
from agency.reasoning.skills.decomposing import take_apart
from agency.reasoning.skills.feedback import analyse_feedback
from agency.reasoning.skills.goal import classify_goal
from agency.reasoning.skills.reasons import write_reasons
from agency.reasoning.skills.redraft import redraft
from agency.reasoning.skills.refinement import extract_refinement
from agency.reasoning.skills.slots import extract
from agency.reasoning.skills.summary import summarise
from agency.reasoning.skills.wish import detect_wishes
from agency.reasoning.skills.wording import word_draft

SKILLS: dict[str, Skill[Any, Any]] = {
    skill.name: skill
    for skill in (
        classify_complexity,
        classify_goal,
        extract,
        extract_refinement,
        write_reasons,
        analyse_feedback,
        take_apart,
        word_draft,
        redraft,
        summarise,
        detect_wishes,
        write_answer,
        read_open_goal,
        plan_hops,
        align,
        keep_safe,
        judge_outcome,
    )
}
TOKENS_IN, TOKENS_OUT = 100, 20


@dataclass(frozen=True)
class Asked:
    """One question to the model, as its HTTP request said it."""

    skill: str
    question: Any
    messages: list[dict[str, Any]]
    authorization: str
    most_tokens: int

    @property
    def repairs(self) -> bool:
        return len(self.messages) > 2


@dataclass(frozen=True)
class Said:
    """An HTTP answer. `hang`: seconds before anything; `drip`: seconds before each byte of the body."""

    body: bytes
    status: int = 200
    kind: str = "application/json"
    hang: float = 0.0
    drip: float = 0.0


Behaviour = Callable[[Asked], Said]


def completion(content: str | None, refusal: str | None = None) -> Said:
    """A chat completion as https://platform.openai.com/docs/api-reference/chat documents it."""
    message = {"role": "assistant", "content": content, "refusal": refusal, "annotations": []}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_780_000_000,
        "model": "double",
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}],
        "usage": {
            "prompt_tokens": TOKENS_IN,
            "completion_tokens": TOKENS_OUT,
            "total_tokens": TOKENS_IN + TOKENS_OUT,
        },
    }
    return Said(json.dumps(body).encode())


def right(asked: Asked) -> Said:
    """What the rules would say, which fits by definition."""
    return completion(SKILLS[asked.skill].rules(asked.question).model_dump_json())


def saying(content: str | None) -> Behaviour:
    """Always this text."""
    return lambda asked: completion(content)


def declining(asked: Asked) -> Said:
    """A refusal of the model itself, in the field that is documented for it."""
    return completion(None, "I cannot help with that.")


def refusing(status: int) -> Behaviour:
    """An error as the endpoint documents it."""
    body = {"error": {"message": "no", "type": "error", "param": None, "code": None}}
    return lambda asked: Said(json.dumps(body).encode(), status)


def html(asked: Asked) -> Said:
    return Said(b"<html><body>Please log in to the hotel network</body></html>", 200, "text/html")


def truncated(asked: Asked) -> Said:
    return completion(SKILLS[asked.skill].rules(asked.question).model_dump_json()[:-3])


def hanging(asked: Asked) -> Said:
    return Said(b"", hang=60)


def dripping(asked: Asked) -> Said:
    return Said(right(asked).body, drip=0.2)


def no_choices(asked: Asked) -> Said:
    return Said(b'{"id": "x", "object": "chat.completion", "created": 1, "model": "double", "choices": []}')


def using(tokens: Any) -> Behaviour:
    """What is right, with this as what it is said to have used."""

    def behaviour(asked: Asked) -> Said:
        body = json.loads(right(asked).body)
        body["usage"] = {"prompt_tokens": tokens, "completion_tokens": tokens, "total_tokens": tokens}
        return Said(json.dumps(body).encode())

    return behaviour


def as_somebody_else(asked: Asked) -> Said:
    """What is right, in a role that no model has."""
    body = json.loads(right(asked).body)
    body["choices"][0]["message"]["role"] = "pirate"
    return Said(json.dumps(body).encode())


class ModelEndpoint:
    """Listens on a loopback port between `with` and its end; `asked` is what it was asked."""

    def __init__(self, behaviour: Behaviour = right) -> None:
        self.behaviour = behaviour
        self.asked: list[Asked] = []
        self._closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    def _handler(endpoint) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                asked = _read(body, self.headers.get("Authorization", ""))
                endpoint.asked.append(asked)
                said = endpoint.behaviour(asked)
                if said.hang and endpoint._closing.wait(said.hang):
                    return
                try:
                    self._say(said)
                except OSError:  # the client left
                    return

            def _say(self, said: Said) -> None:
                self.send_response(said.status)
                self.send_header("Content-Type", said.kind)
                self.send_header("Content-Length", str(len(said.body)))
                self.end_headers()
                step = 1 if said.drip else max(1, len(said.body))
                for start in range(0, len(said.body), step):
                    if said.drip:
                        time.sleep(said.drip)
                    self.wfile.write(said.body[start : start + step])
                    self.wfile.flush()

            def log_message(self, format: str, *args: object) -> None:
                """Tests need no access log."""

        return Handler


def _read(body: dict[str, Any], authorization: str) -> Asked:
    skill = body["response_format"]["json_schema"]["name"]
    text = body["messages"][1]["content"]
    data = json.loads(text[text.index("{") : text.rindex("}") + 1])
    for spec in data.get("specs", []):  # slots are told of in brief
        spec["synonyms"] = spec.pop("words", {})
    return Asked(
        skill,
        SKILLS[skill].question.model_validate(data),
        body["messages"],
        authorization,
        body["max_completion_tokens"],
    )
