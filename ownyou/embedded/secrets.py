"""The secrets nobody configured: made once, kept in DATA/secrets.json for its owner's eyes only."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import secrets as random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from ownyou.embedded.errors import SecretsUnreadable

FILE_NAME = "secrets.json"
INSTANCE_KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class Secrets:
    """Passwords and keys of one DATA.

    `instance_keys` are base64 of 32 random bytes each; the first one encrypts, the others still decrypt.
    """

    django_secret_key: str
    instance_keys: list[str]
    owner_password: str
    app_password: str

    def __repr__(self) -> str:
        return "Secrets(…)"


def load_or_make(data: Path) -> Secrets:
    """The secrets of this data folder, made if there are none; the same ones for processes that race.

    Raises SecretsUnreadable when the file belongs to someone else or is damaged: a new key would make
    everything encrypted with the old one unreadable, so none is made then.
    """
    data = data.expanduser()
    try:
        return _load(data / FILE_NAME)
    except FileNotFoundError:
        pass
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _locked(data / f"{FILE_NAME}.lock"):
            if not (data / FILE_NAME).exists():
                _save(data / FILE_NAME, _make())
    except OSError as error:
        raise SecretsUnreadable(f"Cannot keep secrets in {data}: {error.strerror}.") from error
    return _load(data / FILE_NAME)


def _make() -> Secrets:
    return Secrets(
        django_secret_key=random.token_urlsafe(64),
        instance_keys=[base64.b64encode(random.token_bytes(INSTANCE_KEY_BYTES)).decode()],
        owner_password=random.token_urlsafe(32),
        app_password=random.token_urlsafe(32),
    )


def _load(path: Path) -> Secrets:
    try:
        return Secrets(**json.loads(path.read_text()))
    except PermissionError as error:
        raise SecretsUnreadable(
            f"{path} belongs to another user; run as that user or choose DATA."
        ) from error
    except (ValueError, TypeError) as error:
        raise SecretsUnreadable(f"{path} is damaged; restore it from a backup.") from error


def _save(path: Path, made: Secrets) -> None:
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(asdict(made), file, indent=2)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
