"""Sets the environment of the test session before Django reads it: data of its own, no outside services.

Loaded with `-p` (pyproject.toml), since pytest-django reads the settings before any conftest.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tests.plugins.prepared import share_secrets

DATA = Path(tempfile.mkdtemp(prefix="ownyou-test-"))
DATA.chmod(0o755)
OUTSIDE = (
    *("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "OWNYOU_LLM_BASE_URL", "OWNYOU_LLM_MODEL"),
    "PYTHONDONTWRITEBYTECODE",  # each process that a test starts would compile all of our code anew
)

for name in OUTSIDE:
    os.environ.pop(name, None)
os.environ["DATA"] = str(DATA)
os.environ["OWNYOU_DATABASE_ROLE"] = "owner"
os.environ["OWNYOU_SOURCES"] = "catalogue"
os.environ["OWNYOU_WATCHDOG_SECONDS"] = "2"
os.environ["OWNYOU_WIKI_SECONDS"] = "0"  # the wikis of the tests are on this machine
SHARED = "PYTEST_XDIST_WORKER" in os.environ
"""Whether this process is one of several, which begin with copies of one prepared data folder."""
if SHARED:
    share_secrets(DATA)
