#!/usr/bin/env python
"""Django's command line."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run a management command. `--port` and `--data` hold for every command, like PORT and DATA."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ownyou.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
