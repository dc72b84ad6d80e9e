"""Answers of sources kept for a while, encrypted, under keys that reveal nothing of the question."""

from __future__ import annotations

import json
import logging
import zlib

from django.core.cache import BaseCache
from pydantic import JsonValue

from agency.sources.pace import UNREACHABLE
from ownyou.lib.crypto import decrypt, encrypt, keyed_hash
from ownyou.lib.errors import KeyLost

_PURPOSE = "source-answer"

logger = logging.getLogger(__name__)


def find_answer(cache: BaseCache, question: str) -> JsonValue | None:
    """The kept answer to `question`; None when there is none, or when it cannot be read."""
    try:
        sealed = cache.get(_key(question))
        if not isinstance(sealed, bytes) or not sealed:
            return None
        answer: JsonValue = json.loads(zlib.decompress(decrypt(sealed, context=_PURPOSE)))
        return answer
    except (KeyLost, zlib.error, ValueError, *UNREACHABLE) as error:
        logger.info("No kept answer could be read: %s", type(error).__name__)
        return None


def keep_answer(cache: BaseCache, question: str, answer: JsonValue, *, seconds: float) -> None:
    """Keep `answer` to `question` for `seconds`; without a key or a cache nothing is kept."""
    try:
        packed = zlib.compress(json.dumps(answer).encode())
        cache.set(_key(question), encrypt(None, packed, context=_PURPOSE), timeout=int(seconds))
    except (KeyLost, *UNREACHABLE) as error:
        logger.info("An answer could not be kept: %s", type(error).__name__)


def _key(question: str) -> str:
    return f"{_PURPOSE}:{keyed_hash(None, question, purpose=_PURPOSE).hex()}"
