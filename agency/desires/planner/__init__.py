"""The planner: from a wish to a plan that was reviewed, and started or put before the person."""
