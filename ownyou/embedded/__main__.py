"""`python -m ownyou.embedded`: what `manage.py up` does, without importing Django first."""

from __future__ import annotations

import sys

from ownyou.embedded.up import main

if __name__ == "__main__":
    sys.exit(main())
