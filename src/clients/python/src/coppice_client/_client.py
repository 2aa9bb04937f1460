"""The class ``Coppice``: the client of a server."""

from __future__ import annotations

import ssl
from typing import Any, Callable, Dict, Iterable, Iterator, Optional, Union

from ._feed import Feed
from ._session import Session
from ._streams import export_lines
from ._transport import Answer, Transport, if_match_header
from .types import ImportReport, SessionInfo, Versioned

# Seconds without an answer after which an import fails. The server reads while the client sends, so little work
# remains for it after the last line.
_IMPORT_TIMEOUT = 300.0


class Coppice:
    """Client of a Coppice server. The token decides which tenant's data it can read and write. Thread-safe.

    url -- URL of the server, for example ``http://127.0.0.1:8080``
    token -- a bearer token, or a function that is called for each request and returns a token
    namespace -- namespace of the sessions, for methods that are called without a namespace; empty by default
    timeout -- maximum time in seconds to wait for the next bytes of an answer
    deadline -- time in seconds after the first attempt, after which a request is not repeated any more
    context -- TLS settings; None for those of Python
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
        """Closes the idle connections to the server. The client can still be used; it then opens new connections."""
        self._transport.close()

    def within(self, *, timeout: Optional[float] = None, deadline: Optional[float] = None) -> "Coppice":
        """Returns a client of the same server with other time limits, for example for requests that wait for a model.

        A limit that is None stays as it is.
        """
        client = object.__new__(Coppice)
        client._transport = self._transport.within(timeout, deadline)
        client._namespace = self._namespace
        return client

    def session(self, session_id: str, *, namespace: Optional[str] = None) -> Session:
        """Returns an object for the session with this id. Sends no request, so the session need not exist."""
        return Session(self, session_id, self._in(namespace))

    def create_session(self, *, namespace: Optional[str] = None, **members: Any) -> SessionInfo:
        """Creates a session from fields of the API, such as ``id``, ``userId``, ``agent`` and ``metadata``."""
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
        from_time: Optional[str] = None,
        to_time: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
    ) -> Iterator[SessionInfo]:
        """Returns the sessions that meet all conditions, the most recently written first.

        from_time, to_time -- earliest and latest time of the last write, as ISO 8601; a date includes the whole day
        """
        query = {
            "namespace": self._in(namespace),
            "userId": user_id,
            "agent": agent,
            "source": source,
            "type": type,
            "parent": parent,
            "ended": ended,
            "from": from_time,
            "to": to_time,
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
        """Returns the messages that match the query ``q`` in all sessions of the namespace, the best hits first."""
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
        """Returns a feed of the events of a namespace, or of all namespaces if it is ``*``. The feed has no end.

        after -- id of the event after which the feed begins; None to begin now
        """
        return self._feed("/v1/events", {"namespace": self._in(namespace)}, after)

    def export(self, *, namespace: Optional[str] = None, user_id: Optional[str] = None) -> Iterator[str]:
        """Returns the sessions with all their data as lines of JSON. Needs a token with the scope ``admin``."""
        query = {"namespace": self._in(namespace), "userId": user_id}
        return export_lines(self._open("/v1/export", query).pieces())

    def import_lines(
        self,
        lines: Union[bytes, str, Iterable[Union[bytes, str]]],
        *,
        namespace: Optional[str] = None,
        dry_run: Optional[bool] = None,
    ) -> ImportReport:
        """Imports the sessions of an export. Needs a token with the scope ``admin``.

        Never changes a session that already exists. If an import fails, import the same lines again: this adds the
        sessions that are missing.

        lines -- a text, an open file, or lines as ``export`` returns them. A text or bytes are sent again like other
            requests. All else can be read only once, so it is sent once
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
        """Sends any request of the API, and repeats it like other requests. Returns the answer's JSON and version."""
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
