from agency.models.catalogue import CatalogueItem, CatalogueLoad
from agency.models.reasoning import ReasoningCall
from agency.models.thread import Thread

__all__ = ["CatalogueItem", "CatalogueLoad", "ReasoningCall", "Thread"]
