"""A session on the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional

from ._feed import Feed
from ._streams import export_lines, history_parts
from ._transport import if_match_header, path_of
from .errors import ConnectionFailed
from .types import (
    AppendAnswer,
    Compaction,
    Entry,
    History,
    Message,
    NewEntry,
    SessionInfo,
    Turn,
    Usage,
    Versioned,
)

if TYPE_CHECKING:
    from ._client import Coppice


class Session:
    """A session by its id, whether it exists or not. Thread-safe.

    Lists are iterators that read the pages one after the other.
    """

    def __init__(self, coppice: "Coppice", session_id: str, namespace: Optional[str]) -> None:
        self._coppice = coppice
        self.id = session_id
        self.namespace = namespace

    def _path(self, *segments: str) -> str:
        return path_of("sessions", self.id, *segments)

    def _json(self, method: str, *segments: str, body: Any = None, headers: Any = None, **query: Any) -> Any:
        query["namespace"] = self.namespace
        return self._coppice._json(method, self._path(*segments), query, body, headers)

    def _pages(self, *segments: str, member: str = "items", **query: Any) -> Iterator[Any]:
        query["namespace"] = self.namespace
        return self._coppice._pages(self._path(*segments), query, member)

    def get(self) -> SessionInfo:
        """Name, metadata, counters and usage."""
        return self._json("GET")

    def get_or_create(self, **defaults: Any) -> SessionInfo:
        """Returns the session; creates it from members like ``userId`` and ``metadata`` if it does not exist."""
        return self._json("PUT", body=defaults)

    def patch(self, patch: Dict[str, Any], *, if_match: Optional[int] = None) -> SessionInfo:
        """Changes name, metadata and limits by a merge patch."""
        return self._json("PATCH", body=patch, headers=if_match_header(if_match))

    def delete(self) -> None:
        self._json("DELETE")

    def clear(self) -> SessionInfo:
        """Deletes all messages."""
        return self._json("POST", "clear")

    def append(
        self,
        messages: Optional[List[Message]] = None,
        *,
        entries: Optional[List[NewEntry]] = None,
        parent_id: Optional[str] = None,
        root: Optional[bool] = None,
        expected_leaf_id: Optional[str] = None,
        expect_empty: Optional[bool] = None,
        on_conflict: Optional[str] = None,
        on_existing: Optional[str] = None,
        state_patch: Optional[Dict[str, Any]] = None,
        expected_state_version: Optional[int] = None,
        create: Optional[bool] = None,
        compaction: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
    ) -> AppendAnswer:
        """Appends messages, all or none: at the leaf, at ``parent_id``, or as ``entries`` with a parent each.

        Raises StaleLeafError if ``expected_leaf_id`` is not the leaf.
        """
        members = {
            "messages": messages,
            "entries": entries,
            "parentId": parent_id,
            "root": root,
            "expectedLeafId": expected_leaf_id,
            "expectEmpty": expect_empty,
            "onConflict": on_conflict,
            "onExisting": on_existing,
            "statePatch": state_patch,
            "expectedStateVersion": expected_state_version,
        }
        body = {name: value for name, value in members.items() if value is not None}
        headers = {"Idempotency-Key": idempotency_key, **if_match_header(if_match)}
        return self._json("POST", "messages", body=body, headers=headers, create=create, compaction=compaction)

    def message(self, message_id: str) -> Entry:
        return self._json("GET", "messages", message_id)

    def put_message(
        self, message_id: str, message: Message, *, parent_id: Optional[str] = None, if_match: Optional[int] = None
    ) -> AppendAnswer:
        """Replaces a message in its place, or appends it."""
        headers = if_match_header(if_match)
        return self._json("PUT", "messages", message_id, body=message, headers=headers, parentId=parent_id)

    def delete_messages(self, message_ids: Iterable[str]) -> Dict[str, List[str]]:
        return self._json("DELETE", "messages", id=list(message_ids))

    def history(
        self,
        *,
        leaf_id: Optional[str] = None,
        last: Optional[int] = None,
        before: Optional[str] = None,
        from_id: Optional[str] = None,
        first: Optional[int] = None,
        max_tokens: Optional[int] = None,
        max_bytes: Optional[int] = None,
        raw: Optional[bool] = None,
        tool_outputs: Optional[str] = None,
        pairs: Optional[str] = None,
        format: Optional[str] = None,
    ) -> History:
        """Reads a window of a path at once."""
        return self._json(
            "GET",
            "history",
            leafId=leaf_id,
            last=last,
            before=before,
            **{"from": from_id},
            first=first,
            maxTokens=max_tokens,
            maxBytes=max_bytes,
            raw=raw,
            toolOutputs=tool_outputs,
            pairs=pairs,
            format=format,
        )

    def messages(
        self, *, leaf_id: Optional[str] = None, last: Optional[int] = None, raw: Optional[bool] = None
    ) -> Iterator[Message]:
        """Reads a path of any length message by message, in constant memory.

        Continues after a lost connection.
        """
        path, seen, fruitless = self._path("history"), None, 0
        query = {"namespace": self.namespace, "leafId": leaf_id, "last": last, "raw": raw}
        while True:
            resumed = repeated = seen is not None
            try:
                parts = history_parts(self._coppice._open(path, query).pieces())
                query["leafId"] = next(parts)["leafId"]
                for message in parts:
                    if repeated and message["id"] != seen:
                        raise ConnectionFailed("The connection was lost, and the history has changed meanwhile")
                    if not repeated:
                        seen, fruitless = message["id"], 0
                        yield message
                    repeated = False
                return
            except ConnectionFailed:
                fruitless += 1
                if fruitless > 3 or (resumed and repeated):
                    raise
                if seen is not None:
                    query.update({"last": None, "from": seen})

    def entries(self, *, limit: Optional[int] = None) -> Iterator[Entry]:
        """All messages of all branches with their parents, in the order of appending."""
        return self._pages("messages", limit=limit)

    def children(self, message_id: str, *, limit: Optional[int] = None) -> Iterator[Entry]:
        """The alternatives that follow a message."""
        return self._pages("messages", message_id, "children", limit=limit)

    def leaf(self) -> Entry:
        return self._json("GET", "leaf")

    def leaves(self, *, limit: Optional[int] = None) -> Iterator[Entry]:
        return self._pages("leaves", limit=limit)

    def tree(self, *, runs: Optional[bool] = None, limit: Optional[int] = None) -> Iterator[Dict[str, Any]]:
        """The tree without contents; with ``runs`` one node for each run of messages."""
        return self._pages("tree", member="nodes", runs=runs, limit=limit)

    def turn(
        self,
        *,
        format: Optional[str] = None,
        leaf_id: Optional[str] = None,
        last: Optional[int] = None,
        turns: Optional[int] = None,
        max_tokens: Optional[int] = None,
        tool_results: Optional[bool] = None,
        tool_outputs: Optional[str] = None,
    ) -> Turn:
        """Everything for the next model call."""
        return self._json(
            "GET",
            "turn",
            format=format,
            leafId=leaf_id,
            last=last,
            turns=turns,
            maxTokens=max_tokens,
            toolResults=tool_results,
            toolOutputs=tool_outputs,
        )

    def prompt(self, *, reminder: Optional[bool] = None, preview: Optional[bool] = None) -> Dict[str, Any]:
        """The frozen system prompt."""
        return self._json("GET", "prompt", reminder=reminder, preview=preview)

    def refresh_prompt(self) -> Dict[str, Any]:
        return self._json("POST", "prompt", "refresh")

    def fork(self, **fork: Any) -> SessionInfo:
        """Creates a session with this history up to ``atMessageId``; the messages are not copied."""
        return self._json("POST", "fork", body=fork)

    def add_usage(self, **usage: Any) -> Usage:
        return self._json("POST", "usage", body=usage)

    def search(
        self,
        q: str,
        *,
        role: Optional[str] = None,
        leaf_id: Optional[str] = None,
        limit: Optional[int] = None,
        wait: Optional[bool] = None,
    ) -> Iterator[Dict[str, Any]]:
        return self._pages("search", q=q, role=role, leafId=leaf_id, limit=limit, wait=wait)

    def compact(self, *, dry_run: Optional[bool] = None, **settings: Any) -> Dict[str, Any]:
        return self._json("POST", "compact", body=settings, dryRun=dry_run)

    def compactions(self) -> Iterator[Compaction]:
        return self._pages("compactions")

    def add_compaction(self, from_message_id: str, to_message_id: str, summary: str, **members: Any) -> Compaction:
        """Replaces a range of messages by your own summary, for readers."""
        body = {"fromMessageId": from_message_id, "toMessageId": to_message_id, "summary": summary, **members}
        return self._json("POST", "compactions", body=body)

    def undo_compaction(self, compaction_id: str) -> None:
        self._json("DELETE", "compactions", compaction_id)

    def blocks(self) -> Iterator[Dict[str, Any]]:
        """The context blocks in the order of the prompt."""
        return self._pages("context")

    def add_block(self, label: str, **block: Any) -> Dict[str, Any]:
        return self._json("POST", "context", body={"label": label, **block})

    def block(self, label: str) -> Dict[str, Any]:
        return self._json("GET", "context", label)

    def replace_block(self, label: str, content: str, *, if_match: Optional[int] = None) -> Dict[str, Any]:
        return self._json("PUT", "context", label, body={"content": content}, headers=if_match_header(if_match))

    def remove_block(self, label: str) -> None:
        self._json("DELETE", "context", label)

    def state(self) -> Versioned:
        """The state object with its version; ``{}`` with version 0 if it was never written."""
        return self._state("GET", None, None)

    def replace_state(self, state: Dict[str, Any], *, if_match: Optional[int] = None) -> Versioned:
        return self._state("PUT", state, if_match)

    def patch_state(self, patch: Dict[str, Any], *, if_match: Optional[int] = None) -> Versioned:
        """Merges into the state object; None removes a member."""
        return self._state("PATCH", patch, if_match)

    def _state(self, method: str, body: Optional[Dict[str, Any]], if_match: Optional[int]) -> Versioned:
        return self._coppice.request(method, self._path("state"), {"namespace": self.namespace}, body, if_match=if_match)

    def events(self, *, after: Optional[str] = None) -> Feed:
        """Follows the session's events until it is deleted: after the event ``after``, by default new events."""
        return self._coppice._feed(self._path("events"), {"namespace": self.namespace}, after)

    def export(self) -> Iterator[str]:
        """The session with everything as JSON Lines."""
        return export_lines(self._coppice._open(self._path("export"), {"namespace": self.namespace}).pieces())
