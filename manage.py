#!/usr/bin/env python
"""Django's command line."""

from __future__ import annotations

import os
import sys

AS_OWNER = ("migrate", "prepare", "setup_checkpoints")
"""Commands that change tables, which the application's role may not."""


def main() -> None:
    """Run a management command. PORT and DATA in the environment hold for every command alike."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ownyou.settings")
    if sys.argv[1:2] == ["up"] and "--help" not in sys.argv:
        from ownyou.embedded import up  # starts without Django, which takes seconds to import

        sys.exit(up.main(sys.argv[2:]))
    if sys.argv[1:2] and sys.argv[1] in AS_OWNER:
        os.environ.setdefault("OWNYOU_DATABASE_ROLE", "owner")
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        sys.exit(explained(error))


def explained(error: Exception) -> str:
    """Say in a sentence that the database is not there, or what is set wrongly; raise everything else."""
    from django.db import OperationalError

    from ownyou.environment import WrongVariable

    if isinstance(error, WrongVariable) and "--traceback" not in sys.argv:
        return str(error)
    if not isinstance(error, OperationalError) or "--traceback" in sys.argv:
        raise error
    folder = os.environ.get("DATA", "var")
    return (
        f"The database does not answer ({str(error).strip().splitlines()[0]}). Is OwnYou running? "
        f"This command looked in DATA={folder}; give it the same DATA as make up, or DATABASE_URL."
    )


if __name__ == "__main__":
    main()
