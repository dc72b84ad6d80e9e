#!/usr/bin/env python
"""Django's command line."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run a management command. PORT and DATA in the environment hold for every command alike."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ownyou.settings")
    if sys.argv[1:2] == ["up"] and "--help" not in sys.argv:
        from ownyou.embedded import up  # starts without Django, which takes seconds to import

        sys.exit(up.main(sys.argv[2:]))
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
