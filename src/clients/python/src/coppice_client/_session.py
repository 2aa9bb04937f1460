"""The class ``Session``: a session on the server."""

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
    """A session on the server, identified by its id. Its leaf is its latest message. Thread-safe.

    Creating this object sends no request. Methods that return an iterator read the list page by page, when needed.
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
        """Returns the session's fields, counters and usage."""
        return self._json("GET")

    def get_or_create(self, **defaults: Any) -> SessionInfo:
        """Returns the session. If it does not exist, creates it with fields such as ``userId`` and ``metadata``."""
        return self._json("PUT", body=defaults)

    def patch(self, patch: Dict[str, Any], *, if_match: Optional[int] = None) -> SessionInfo:
        """Changes name, metadata and limits by a JSON Merge Patch (RFC 7396)."""
        return self._json("PATCH", body=patch, headers=if_match_header(if_match))

    def delete(self) -> None:
        self._json("DELETE")

    def clear(self) -> SessionInfo:
        """Removes all messages of the session, but keeps the session."""
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
        """Appends messages. The server stores all of them or none.

        ``messages`` are appended below the leaf, or below the message ``parent_id``. Each of them follows the one
        before. To give each message its own parent, pass ``entries`` instead. Raises StaleLeafError if
        ``expected_leaf_id`` is given and is not the id of the session's leaf.
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
        """Replaces the message with this id, which keeps its place in the tree. If there is none, appends it."""
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
        """Returns the messages of a path that the arguments select, all in one answer."""
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
        """Returns the messages of a path. They are read while the caller iterates, so a long path needs little memory.

        If the connection is lost, connects again and continues with the next message.
        """
        path, seen, fruitless, changed = self._path("history"), None, 0, False
        query = {"namespace": self.namespace, "leafId": leaf_id, "last": last, "raw": raw}
        while True:
            repeated = seen is not None
            try:
                parts = history_parts(self._coppice._open(path, query).pieces())
                query["leafId"] = next(parts)["leafId"]
                for message in parts:
                    if changed := repeated and message["id"] != seen:
                        raise ConnectionFailed("The connection was lost, and the history has changed meanwhile")
                    if not repeated:
                        seen, fruitless = message["id"], 0
                        yield message
                    repeated = False
                return
            except ConnectionFailed:
                fruitless += 1
                if fruitless > 3 or changed:
                    raise
                if seen is not None:
                    query.update({"last": None, "from": seen})

    def entries(self, *, limit: Optional[int] = None) -> Iterator[Entry]:
        """Returns all messages of all branches with their parents, in the order in which they were appended."""
        return self._pages("messages", limit=limit)

    def children(self, message_id: str, *, limit: Optional[int] = None) -> Iterator[Entry]:
        """Returns the messages that follow a message directly. Several of them are alternatives to each other."""
        return self._pages("messages", message_id, "children", limit=limit)

    def leaf(self) -> Entry:
        return self._json("GET", "leaf")

    def leaves(self, *, limit: Optional[int] = None) -> Iterator[Entry]:
        return self._pages("leaves", limit=limit)

    def tree(self, *, runs: Optional[bool] = None, limit: Optional[int] = None) -> Iterator[Dict[str, Any]]:
        """Returns the tree without contents. With ``runs``, each sequence of messages without a branch is one node."""
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
        """Returns all that the next call of a model needs: messages, system prompt and tools."""
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
        """Returns the stored system prompt. The first call renders and stores it."""
        return self._json("GET", "prompt", reminder=reminder, preview=preview)

    def refresh_prompt(self) -> Dict[str, Any]:
        return self._json("POST", "prompt", "refresh")

    def fork(self, **fork: Any) -> SessionInfo:
        """Creates a session that begins with this session's messages up to ``atMessageId``. They are not copied."""
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
        """Stores a summary that you have written. Histories then contain it in place of a range of messages."""
        body = {"fromMessageId": from_message_id, "toMessageId": to_message_id, "summary": summary, **members}
        return self._json("POST", "compactions", body=body)

    def undo_compaction(self, compaction_id: str) -> None:
        self._json("DELETE", "compactions", compaction_id)

    def blocks(self) -> Iterator[Dict[str, Any]]:
        """Returns the context blocks in the order in which the system prompt contains them."""
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
        """Returns the state object with its version. If it was never written, it is ``{}`` with version 0."""
        return self._state("GET", None, None)

    def replace_state(self, state: Dict[str, Any], *, if_match: Optional[int] = None) -> Versioned:
        return self._state("PUT", state, if_match)

    def patch_state(self, patch: Dict[str, Any], *, if_match: Optional[int] = None) -> Versioned:
        """Changes the state object by a JSON Merge Patch (RFC 7396), in which None removes a member."""
        return self._state("PATCH", patch, if_match)

    def _state(self, method: str, body: Optional[Dict[str, Any]], if_match: Optional[int]) -> Versioned:
        return self._coppice.request(method, self._path("state"), {"namespace": self.namespace}, body, if_match=if_match)

    def events(self, *, after: Optional[str] = None) -> Feed:
        """Returns a feed of the session's events after the event ``after``, by default new ones; see ``Feed``."""
        return self._coppice._feed(self._path("events"), {"namespace": self.namespace}, after)

    def export(self) -> Iterator[str]:
        """Returns the session with all its data as lines of JSON."""
        return export_lines(self._coppice._open(self._path("export"), {"namespace": self.namespace}).pieces())
