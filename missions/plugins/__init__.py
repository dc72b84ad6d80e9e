"""Mission types. Each is a folder here: `config.yaml` says what it is, `mission.py` holds its class.

The recipe is docs/plugin-recipe.md. Discovery is in `missions.plugins.discovery`.
"""
