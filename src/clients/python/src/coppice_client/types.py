"""The JSON objects of answers. Members that may be absent are in classes with ``total=False``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, TypedDict

# A message as it was written, with ``id`` and ``createdAt``. Its members are those of its format.
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
    """A message with its parent; without one it follows the entry before it."""

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
    """The input of a model call; ``input`` in place of ``messages`` in the format ``openai-responses``."""

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
    """A value, and the version to send as ``if_match`` with the next change."""

    value: Any
    version: int


@dataclass(frozen=True)
class FeedEvent:
    """An event of the feed.

    id -- pass it as ``after`` to continue after this event; None for ``status``, which is no event of the log
    type -- for example ``MessageAppended``, or ``status``
    """

    id: Optional[str]
    type: str
    data: Dict[str, Any]
