"""The catalogue: offers in our own table, from the shipped sample or from files that people import."""
