"""Types of the JSON objects in answers. Members that may be missing are in classes with ``total=False``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, TypedDict

# A message as it was stored, with ``id`` and ``createdAt``. Its other members depend on its format.
Message = Dict[str, Any]


class Usage(TypedDict):
    inputTokens: int
    outputTokens: int
    cachedTokens: int
    reasoningTokens: int
    cost: float


class SessionInfo(TypedDict):
    id: str
    namespace: str
    name: Optional[str]
    agent: Optional[str]
    model: Optional[str]
    source: Optional[str]
    userId: Optional[str]
    type: str
    parentSessionId: Optional[str]
    forkedAtMessageId: Optional[str]
    metadata: Dict[str, Any]
    ttlSeconds: Optional[int]
    expiresAt: Optional[str]
    maxMessages: Optional[int]
    compactAfter: Optional[int]
    compactBy: Optional[str]
    leafId: Optional[str]
    messageCount: int
    tokens: int
    contextTokens: Optional[int]
    usage: Usage
    createdAt: str
    updatedAt: str
    endedAt: Optional[str]
    endReason: Optional[str]


class _NewEntry(TypedDict):
    message: Message


class NewEntry(_NewEntry, total=False):
    """A message to append, with the id of its parent.

    Without ``parentId``, it follows the entry before it. With ``root``, it has no parent.
    """

    parentId: str
    root: bool


class Entry(TypedDict):
    message: Message
    parentId: Optional[str]
    depth: int
    tokens: int
    bytes: int
    createdAt: str
    children: int


class Compaction(TypedDict):
    id: str
    fromMessageId: str
    toMessageId: str
    summary: str
    messages: int
    tokensBefore: int
    tokensAfter: int
    createdAt: str
    superseded: bool


class PatchedState(TypedDict):
    version: int
    patched: bool


class _Appended(TypedDict):
    id: str
    parentId: Optional[str]
    inserted: bool
    tokens: int


class Appended(_Appended, total=False):
    reason: str


class _AppendAnswer(TypedDict):
    appended: List[Appended]
    leafId: Optional[str]
    tokens: int


class AppendAnswer(_AppendAnswer, total=False):
    trimmed: int
    compaction: Compaction
    state: PatchedState


class _History(TypedDict):
    sessionId: str
    leafId: Optional[str]
    pathLength: int
    tokens: int
    truncated: bool
    messages: List[Message]


class History(_History, total=False):
    before: str
    next: str
    diagnostics: List[Dict[str, Any]]


class Turn(_History, total=False):
    """All that the next call of a model needs.

    In the format ``openai-responses``, the member ``input`` takes the place of ``messages``.
    """

    version: int
    format: str
    system: str
    reminder: str
    input: List[Dict[str, Any]]
    summary: Optional[str]
    profile: Optional[Dict[str, Any]]
    metadata: Dict[str, Any]
    tools: List[Dict[str, Any]]
    before: str
    diagnostics: List[Dict[str, Any]]


class ImportReport(TypedDict):
    dryRun: bool
    complete: bool
    lines: int
    bytes: int
    sessions: Dict[str, int]
    inserted: Dict[str, int]
    errors: List[Dict[str, Any]]
    omittedErrors: int


@dataclass(frozen=True)
class Versioned:
    """A stored value with its version.

    Pass the version as ``if_match`` with the next change, so that the server refuses the change if somebody else has
    changed the value meanwhile.
    """

    value: Any
    version: int


@dataclass(frozen=True)
class FeedEvent:
    """An event of a feed.

    id -- pass it as ``after`` to continue a feed after this event; None for the type ``status``, which is not stored
    type -- what has happened, for example ``MessageAppended``
    data -- the ids of what has changed
    """

    id: Optional[str]
    type: str
    data: Dict[str, Any]
