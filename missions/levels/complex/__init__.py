"""Level 3: the graph that plans, supervises, drafts and delivers, and the graph of one of its parts."""
