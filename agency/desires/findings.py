"""What a reviewer says of a plan: a score and findings, each in a sentence."""

from __future__ import annotations

from pydantic import BaseModel


class Finding(BaseModel):
    """One thing that a reviewer saw. One that `stops` fails the review."""

    name: str
    words: str
    stops: bool = False
    weight: int = 10


class Review(BaseModel):
    """The answer of one reviewer; `made_by`: whether rules or a model looked; `fallback`: why only the rules
    did where a model was to look. The score is never above `at_most`."""

    findings: list[Finding] = []
    base: int = 100
    at_most: int = 100
    made_by: str = "rules"
    fallback: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing stops the plan."""
        return not any(finding.stops for finding in self.findings)

    @property
    def score(self) -> int:
        """0 to 100."""
        weight = sum(finding.weight for finding in self.findings)
        return max(0, min(self.at_most, self.base - weight))
