"""Bundles: several things bought together, where the first says what the others have to fit."""
