"""The client."""

from __future__ import annotations

import ssl
from typing import Any, Callable, Dict, Iterable, Iterator, Optional, Union

from ._feed import Feed
from ._session import Session
from ._streams import export_lines
from ._transport import Answer, Transport, if_match_header
from .types import ImportReport, SessionInfo, Versioned

# The server reads while the client sends, so what remains after the last line is short.
_IMPORT_TIMEOUT = 300.0


class Coppice:
    """Client of one server with one token. Thread-safe.

    url -- address of the server, for example ``http://127.0.0.1:8080``
    token -- a token, or a function that returns one for each request
    namespace -- that of sessions and lists that name none; by default the empty one
    timeout -- longest wait in seconds for an answer, and between two parts of one
    deadline -- time in seconds after the first attempt within which a request is repeated
    context -- TLS settings
    """

    def __init__(
        self,
        url: str,
        token: Union[str, Callable[[], str]],
        *,
        namespace: Optional[str] = None,
        timeout: float = 30.0,
        deadline: float = 60.0,
        context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self._transport = Transport(url, token, timeout, deadline, context)
        self._namespace = namespace

    def __enter__(self) -> "Coppice":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections that are not in use. The client can be used again."""
        self._transport.close()

    def within(self, *, timeout: Optional[float] = None, deadline: Optional[float] = None) -> "Coppice":
        """A client of the same server with other limits, for example for calls that wait for a model."""
        client = object.__new__(Coppice)
        client._transport = self._transport.within(timeout, deadline)
        client._namespace = self._namespace
        return client

    def session(self, session_id: str, *, namespace: Optional[str] = None) -> Session:
        """A session by its id, whether it exists or not. Sends no request."""
        return Session(self, session_id, self._in(namespace))

    def create_session(self, *, namespace: Optional[str] = None, **members: Any) -> SessionInfo:
        """Creates a session from the members ``id``, ``userId``, ``agent``, ``metadata``, …"""
        return self._json("POST", "/v1/sessions", {"namespace": self._in(namespace)}, members)

    def sessions(
        self,
        *,
        namespace: Optional[str] = None,
        user_id: Optional[str] = None,
        agent: Optional[str] = None,
        source: Optional[str] = None,
        type: Optional[str] = None,
        parent: Optional[str] = None,
        ended: Optional[bool] = None,
        metadata: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
    ) -> Iterator[SessionInfo]:
        """Sessions, the most recently written first."""
        query = {
            "namespace": self._in(namespace),
            "userId": user_id,
            "agent": agent,
            "source": source,
            "type": type,
            "parent": parent,
            "ended": ended,
            "limit": limit,
            **{f"metadata.{key}": value for key, value in (metadata or {}).items()},
        }
        return self._pages("/v1/sessions", query)

    def search(
        self,
        q: str,
        *,
        namespace: Optional[str] = None,
        user_id: Optional[str] = None,
        agent: Optional[str] = None,
        source: Optional[str] = None,
        role: Optional[str] = None,
        from_time: Optional[str] = None,
        to_time: Optional[str] = None,
        limit: Optional[int] = None,
        wait: Optional[bool] = None,
    ) -> Iterator[Dict[str, Any]]:
        """Searches the messages of many sessions, the best hits first."""
        query = {
            "q": q,
            "namespace": self._in(namespace),
            "userId": user_id,
            "agent": agent,
            "source": source,
            "role": role,
            "from": from_time,
            "to": to_time,
            "limit": limit,
            "wait": wait,
        }
        return self._pages("/v1/search", query)

    def events(self, *, namespace: Optional[str] = None, after: Optional[str] = None) -> Feed:
        """Follows the events of a namespace (``*``: all) until you stop.

        Begins after the event ``after``, by default with new events.
        """
        return self._feed("/v1/events", {"namespace": self._in(namespace)}, after)

    def export(self, *, namespace: Optional[str] = None, user_id: Optional[str] = None) -> Iterator[str]:
        """Sessions with everything as JSON Lines. Needs the scope ``admin``."""
        query = {"namespace": self._in(namespace), "userId": user_id}
        return export_lines(self._open("/v1/export", query).pieces())

    def import_lines(
        self,
        lines: Union[bytes, str, Iterable[Union[bytes, str]]],
        *,
        namespace: Optional[str] = None,
        dry_run: Optional[bool] = None,
    ) -> ImportReport:
        """Imports an export: a text, an open file, or lines as ``export`` returns them. Needs the scope ``admin``.

        If it fails, import the same lines again: what was imported is kept.
        """
        raw = lines.encode() if isinstance(lines, str) else lines
        transport = self._transport
        if not isinstance(raw, bytes):
            raw = map(_line, raw)
        transport = transport.within(max(_IMPORT_TIMEOUT, transport.timeout), None)
        query = {"namespace": namespace, "dryRun": dry_run}
        headers = {"Content-Type": "application/jsonl"}
        return transport.send("POST", "/v1/imports", Answer.json, query, None, headers, raw)

    def request(
        self,
        method: str,
        path: str,
        query: Optional[Dict[str, Any]] = None,
        body: Any = None,
        *,
        if_match: Optional[int] = None,
    ) -> Versioned:
        """Calls any route, with the same retries; returns the answer with its version."""
        headers = if_match_header(if_match)
        return self._transport.send(method, path, _versioned, query, body, headers)  # type: ignore[arg-type]

    def _in(self, namespace: Optional[str]) -> Optional[str]:
        return self._namespace if namespace is None else namespace

    def _json(self, method: str, path: str, query: Dict[str, Any], body: Any = None, headers: Any = None) -> Any:
        return self._transport.send(method, path, Answer.json, query, body, headers)

    def _open(self, path: str, query: Dict[str, Any]) -> Answer:
        return self._transport.send("GET", path, lambda answer: answer, query)

    def _pages(self, path: str, query: Dict[str, Any], member: str = "items") -> Iterator[Any]:
        cursor = None
        while True:
            page = self._json("GET", path, {**query, "cursor": cursor})
            yield from page[member]
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def _feed(self, path: str, query: Dict[str, Any], after: Optional[str]) -> Feed:
        return Feed(self._transport, path, query, after)


def _versioned(answer: Answer) -> Versioned:
    return Versioned(answer.json(), answer.version)


def _line(line: Union[bytes, str]) -> bytes:
    encoded = line.encode() if isinstance(line, str) else line
    return encoded if encoded.endswith(b"\n") else encoded + b"\n"
