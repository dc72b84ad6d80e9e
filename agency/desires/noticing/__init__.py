"""How wishes are noticed: in what a person says, and in what they do again and again."""
