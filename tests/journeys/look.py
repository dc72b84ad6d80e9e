"""Take pictures of pages at three widths, light and dark, and ask axe about each.

    python tests/journeys/look.py http://localhost:8000 / /inbox/ --login mira@example.org --password ...

Prints one line per finding of axe and per message in the browser's console; ends with 1 when there is one.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

HEIGHTS = {360: 780, 768: 1024, 1440: 900}
Scheme = Literal["light", "dark"]
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Take pictures of pages and ask axe about each.")
    parser.add_argument("base", help="where OwnYou answers, for example http://localhost:8000")
    parser.add_argument("paths", nargs="+", help="paths of the pages")
    parser.add_argument("--login", default="", help="e-mail address to log in with")
    parser.add_argument("--password", default="")
    parser.add_argument("--out", type=Path, default=Path("pictures"))
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--widths", type=int, nargs="*", default=list(HEIGHTS))
    parser.add_argument("--schemes", nargs="*", choices=["light", "dark"], default=["light", "dark"])
    parser.add_argument("--no-axe", action="store_true")
    parser.add_argument("--settle", type=int, default=400, help="milliseconds to wait before the picture")
    return parser.parse_args()


def name_of(path: str, width: int, scheme: str) -> str:
    """Name the picture of a page: `missions-360-dark.png`."""
    words = re.sub(r"[^a-z0-9]+", "-", path.lower()).strip("-") or "home"
    return f"{words[:60]}-{width}-{scheme}.png"


def log_in(context: BrowserContext, base: str, login: str, password: str) -> None:
    """Log in through the form, as a person would."""
    page = context.new_page()
    page.goto(f"{base}/accounts/login/")
    page.fill("input[name=login]", login)
    page.fill("input[name=password]", password)
    page.click("main button[type=submit]")
    page.wait_for_load_state()
    page.close()


def axe_findings(page: Page) -> Iterator[str]:
    """Yield what axe finds on the page, one line per rule and element."""
    for violation in Axe().run(page).response["violations"]:
        for node in violation["nodes"]:
            target = " ".join(map(str, node["target"]))
            yield f"{violation['id']}: {target}: {' '.join(node['failureSummary'].split())}"


def sideways(page: Page) -> Iterator[str]:
    """Yield a line when the page scrolls sideways."""
    wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if wider > 0:
        yield f"scrolls sideways by {wider} px"


def listen(page: Page) -> list[str]:
    """Collect what the browser complains about while the page is open."""
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            said.append(f"console: {message.text}")

    page.on("console", note)
    page.on("pageerror", lambda error: said.append(f"script: {error}"))
    return said


def picture(page: Page, url: str, file: Path, arguments: argparse.Namespace) -> list[str]:
    """Open the page, take its picture, and return what is wrong with it."""
    said = listen(page)
    page.goto(url)
    page.wait_for_timeout(arguments.settle)
    page.screenshot(path=file, full_page=True)
    found = [] if arguments.no_axe else list(axe_findings(page))
    return [*said, *sideways(page), *found]


def look(browser: Browser, arguments: argparse.Namespace) -> Iterator[str]:
    """Take all pictures; yield what is wrong, one line each."""
    base = arguments.base.rstrip("/")
    for scheme in arguments.schemes:
        context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
        if arguments.login:
            log_in(context, base, arguments.login, arguments.password)
        for path in arguments.paths:
            for width in arguments.widths:
                page = context.new_page()
                page.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 900)})
                name = name_of(path, width, scheme)
                for line in picture(page, base + path, arguments.out / name, arguments):
                    yield f"{name}: {line}"
                page.close()
        context.close()


def main() -> int:
    """Look, print, and say by the exit code whether all is well."""
    arguments = parse_arguments()
    arguments.out.mkdir(parents=True, exist_ok=True)
    count = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=arguments.chromium, args=FLAGS)
        for line in look(browser, arguments):
            print(line, flush=True)
            count += 1
        browser.close()
    print(f"{len(arguments.paths)} pages, {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
