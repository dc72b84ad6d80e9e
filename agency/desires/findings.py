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
    """The answer of one reviewer; `made_by` says whether rules or a model looked."""

    findings: list[Finding] = []
    base: int = 100
    made_by: str = "rules"

    @property
    def passed(self) -> bool:
        """Whether nothing stops the plan."""
        return not any(finding.stops for finding in self.findings)

    @property
    def score(self) -> int:
        """0 to 100."""
        return max(0, self.base - sum(finding.weight for finding in self.findings))
