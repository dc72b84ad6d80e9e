from __future__ import annotations

import base64
import stat
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from ownyou.embedded.errors import SecretsUnreadable
from ownyou.embedded.secrets import FILE_NAME, load_or_make


def test_they_are_made_once_and_stay(tmp_path: Path) -> None:
    assert load_or_make(tmp_path / "var") == load_or_make(tmp_path / "var")


def test_only_their_owner_can_read_them(tmp_path: Path) -> None:
    load_or_make(tmp_path / "var")
    assert stat.S_IMODE((tmp_path / "var" / FILE_NAME).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


def test_the_instance_key_has_32_bytes(tmp_path: Path) -> None:
    [key] = load_or_make(tmp_path).instance_keys
    assert len(base64.b64decode(key)) == 32


def test_processes_that_race_get_the_same_ones(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4) as pool:
        made = list(pool.map(load_or_make, [tmp_path / "var"] * 8))
    assert all(secrets == made[0] for secrets in made)


def test_a_damaged_file_is_said_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("{")
    with pytest.raises(SecretsUnreadable, match="damaged"):
        load_or_make(tmp_path)
    assert (tmp_path / FILE_NAME).read_text() == "{"


def test_they_do_not_show_in_a_traceback(tmp_path: Path) -> None:
    secrets = load_or_make(tmp_path)
    assert secrets.owner_password not in repr(secrets)
