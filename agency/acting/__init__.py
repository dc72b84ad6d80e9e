"""Acting in graphs: the nodes around the gate, drafting again in words, and what is learned of it."""
