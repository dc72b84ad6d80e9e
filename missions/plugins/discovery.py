"""Finding mission types: every folder in `missions/plugins`. A broken one is reported, the rest work."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import logging
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import yaml
from pydantic import ValidationError

from missions.plugins.base import MissionType
from missions.plugins.config import PluginConfig
from ownyou.lib.errors import OwnYouError

log = logging.getLogger(__name__)
HERE = Path(__file__).parent


class UnknownType(OwnYouError):
    """That kind of mission is not built yet."""


@dataclass(frozen=True, slots=True)
class BrokenPlugin:
    """A plugin that could not be loaded, and why."""

    folder: str
    reason: str


_types: dict[str, MissionType] = {}
_broken: list[BrokenPlugin] = []


def discover(*folders: Path) -> None:
    """Load all plugins in `folders` (default: the shipped ones), in place of what was loaded before."""
    _types.clear()
    _broken.clear()
    for root in folders or (HERE,):
        for config in sorted(root.glob("*/config.yaml")):
            _load_guarded(config.parent)


def _load_guarded(folder: Path) -> None:
    try:
        found = load(folder)
        if found.config.type in _types:
            raise OwnYouError(f"The type “{found.config.type}” is there already.")
    except Exception as error:  # a plugin is other people's code: whatever it raises, the rest must work
        _broken.append(BrokenPlugin(folder.name, _words_of(error)))
        log.exception("plugin %s is broken", folder.name)
        return
    if found.config.enabled:
        _types[found.config.type] = found


def _read(config: Path) -> object:
    """The content of a file in YAML, by the parser in C where PyYAML was built with it."""
    return yaml.load(config.read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def load(folder: Path) -> MissionType:
    """Load one plugin folder. Raises what is wrong with it."""
    config = PluginConfig.model_validate(_read(folder / "config.yaml"))
    module = _module(folder)
    classes = [
        member
        for _, member in inspect.getmembers(module, inspect.isclass)
        if issubclass(member, MissionType) and member.__module__ == module.__name__
    ]
    if len(classes) != 1:
        raise OwnYouError(f"mission.py must define exactly one mission class, not {len(classes)}.")
    return classes[0](config)


def _module(folder: Path) -> ModuleType:
    name = f"missions.plugins.{folder.name}.mission"
    if folder.parent == HERE:
        return importlib.import_module(name)
    spec = importlib.util.spec_from_file_location(name, folder / "mission.py")
    if spec is None or spec.loader is None:
        raise OwnYouError("mission.py is missing.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _words_of(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"config.yaml: {'.'.join(map(str, first['loc']))}: {first['msg']}"
    return f"{type(error).__name__}: {error}"


def type_named(name: str) -> MissionType:
    """Return a mission type. Raises `UnknownType` when it is not built (or its plugin is broken)."""
    try:
        return _types[name]
    except KeyError:
        raise UnknownType() from None


def is_built(name: str | None) -> bool:
    """Tell whether missions of this type can run here."""
    return name in _types


def all_types() -> list[MissionType]:
    """Return every working mission type."""
    return list(_types.values())


def broken() -> list[BrokenPlugin]:
    """Return the plugins that could not be loaded."""
    return list(_broken)
