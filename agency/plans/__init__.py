"""Plans: how an open goal is reached, hop by hop. See docs/adr/plans.md."""
