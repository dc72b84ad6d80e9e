"""How fast OwnYou is, each figure against a reference that runs beside it. See docs/benchmarks.md."""
