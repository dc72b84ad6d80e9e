"""The generator: from words in which a wish may be said to a desire that is proposed."""
