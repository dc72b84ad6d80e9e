"""The outcome reviewer: an execution is judged against what was agreed, and one thing follows."""
