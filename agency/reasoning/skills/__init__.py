"""The skills of the product, each with its prompt in `prompts/` and its rules."""
