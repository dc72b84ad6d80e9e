from agency.models.artifact import Artifact
from agency.models.catalogue import CatalogueItem, CatalogueLoad
from agency.models.desire import (
    Desire,
    DesireCursor,
    DesireEntry,
    DesireEvidence,
    DesireOutcome,
    DesireSettings,
    Heard,
)
from agency.models.mcp import McpServer
from agency.models.notes import CalendarEntry, Note
from agency.models.plan import Asset, Hop, Plan, ToolStep
from agency.models.reasoning import ReasoningCall
from agency.models.schedule import Schedule, ScheduleRun
from agency.models.thread import Thread

__all__ = [
    "Artifact",
    "Asset",
    "CalendarEntry",
    "CatalogueItem",
    "CatalogueLoad",
    "Desire",
    "DesireCursor",
    "DesireEntry",
    "DesireEvidence",
    "DesireOutcome",
    "DesireSettings",
    "Heard",
    "Hop",
    "McpServer",
    "Note",
    "Plan",
    "ReasoningCall",
    "Schedule",
    "ScheduleRun",
    "Thread",
    "ToolStep",
]
