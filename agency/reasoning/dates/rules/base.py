"""The one grammar that the rule files fill."""

from __future__ import annotations

from ..chart import Grammar

GRAMMAR = Grammar()
rule = GRAMMAR.rule
