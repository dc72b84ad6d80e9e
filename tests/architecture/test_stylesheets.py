"""Every stylesheet is linked, once; what is for paper is for paper alone."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINKS = (ROOT / "templates/components/styles.html").read_text(encoding="utf-8")
OF_THE_ADMIN = {"admin.css"}


def test_each_sheet_is_linked_once_and_each_link_has_its_sheet() -> None:
    linked = re.findall(r"css/([\w-]+\.css)", LINKS.split("endcomment")[-1])
    there = {sheet.name for sheet in (ROOT / "static/css").glob("*.css")} - OF_THE_ADMIN
    assert sorted(linked) == sorted(there)


def test_the_sheet_for_paper_is_for_paper_and_lays_the_frame_out_as_one_column() -> None:
    assert re.search(r"css/print\.css' %}\" media=\"print\"", LINKS)
    paper = (ROOT / "static/css/print.css").read_text(encoding="utf-8")
    assert re.search(r"\.frame \{\s+display: block;", paper), "the frame is a grid with a narrow first column"
