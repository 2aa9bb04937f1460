"""Client of Coppice, the conversation store for AI agents."""

from ._client import Coppice
from ._feed import Feed
from ._session import Session
from .errors import ConnectionFailed, CoppiceError, ProblemError, StaleLeafError
from .types import FeedEvent, Versioned

__all__ = [
    "ConnectionFailed",
    "Coppice",
    "CoppiceError",
    "Feed",
    "FeedEvent",
    "ProblemError",
    "Session",
    "StaleLeafError",
    "Versioned",
]
