"""Sends requests by ``http.client``, and repeats a request if this cannot execute it twice."""

from __future__ import annotations

import http.client
import json
import random
import socket
import ssl
import time
import uuid
from collections import deque
from typing import Any, Callable, Deque, Dict, Iterable, Iterator, Optional, TypeVar, Union
from urllib.parse import quote, urlencode, urlsplit

from .errors import ConnectionFailed, CoppiceError, ProblemError, problem_error

T = TypeVar("T")
Raw = Union[bytes, Iterable[bytes]]

_FIRST_WAIT = 0.1
_LONGEST_WAIT = 5.0
# Maximum number of attempts if the answer is a 404 that does not come from Coppice. A server that is stopping answers
# so for some seconds. A server at a wrong URL answers so always, so the attempts must end.
_STOPPING_ATTEMPTS = 6
_PIECE = 1 << 16
# Maximum number of idle connections. Usual applications have no more threads. Each connection costs the server a
# socket.
_MOST_IDLE = 16


class Answer:
    """A successful answer. When its body was read to the end, its connection can be used for other requests."""

    def __init__(self, response: http.client.HTTPResponse, finish: Callable[[bool], None]) -> None:
        self._response = response
        self._finish = finish
        self.status = response.status

    @property
    def version(self) -> int:
        """The version in the header ``ETag``; 0 if the answer has no such header."""
        return int((self._response.getheader("ETag") or '"0"').strip('"'))

    def pieces(self) -> Iterator[bytes]:
        """Returns the body in pieces, as they arrive."""
        response, whole = self._response, False
        # Before Python 3.12, `read1` reads beyond a body of known length, and waits for ever.
        read = response.read1 if response.length is None else response.read
        try:
            while True:
                piece = read(_PIECE)
                if not piece:
                    break
                yield piece
            whole = response.isclosed() or not response.length
            if not whole:
                raise ConnectionFailed("The connection was lost")
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise ConnectionFailed("The connection was lost, or no data came in time") from error
        finally:
            self._finish(whole)

    def body(self) -> bytes:
        return b"".join(self.pieces())

    def json(self) -> Any:
        body = self.body()
        return json.loads(body) if body else None


class Transport:
    """Sends requests to one server. Thread-safe.

    Each request that is in progress has its own connection. Later requests use this connection again.
    """

    def __init__(
        self,
        url: str,
        token: Union[str, Callable[[], str]],
        timeout: float,
        deadline: float,
        context: Optional[ssl.SSLContext],
        idle: Optional[Deque[http.client.HTTPConnection]] = None,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"Not the URL of a server: {url}")
        self._parts = parts
        self._prefix = parts.path.rstrip("/")
        self._token = token
        self._context = context
        self._idle: Deque[http.client.HTTPConnection] = deque() if idle is None else idle
        self.timeout = timeout
        self.deadline = deadline

    def within(self, timeout: Optional[float], deadline: Optional[float]) -> "Transport":
        """Returns a transport to the same server that uses the same connections, but other time limits.

        A limit that is None stays as it is.
        """
        timeout = self.timeout if timeout is None else timeout
        deadline = self.deadline if deadline is None else deadline
        return Transport(self._parts.geturl(), self._token, timeout, deadline, self._context, self._idle)

    def close(self) -> None:
        """Closes the idle connections."""
        while True:
            try:
                self._idle.pop().close()
            except IndexError:
                return  # Several threads may close at once.

    def send(
        self,
        method: str,
        path: str,
        read: Callable[[Answer], T],
        query: Optional[Dict[str, Any]] = None,
        body: Any = None,
        headers: Optional[Dict[str, str]] = None,
        raw: Optional[Raw] = None,
    ) -> T:
        """Sends a request, and repeats it until it succeeds or the deadline is over. Sends a stream only once.

        read -- reads a successful answer and returns the result; if the connection is lost meanwhile, the request is
            repeated, too
        """
        headers = {name: value for name, value in (headers or {}).items() if value is not None}
        if body is not None:
            text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
            # Half of a surrogate pair cannot be encoded; "backslashreplace" writes the escape that JSON has for it.
            raw = text.encode(errors="backslashreplace")
            headers.setdefault("Content-Type", "application/json")
        # An import can be repeated without a key. The server refuses a key for a token; that request is never repeated.
        if method == "POST" and path not in ("/v1/imports", "/v1/tokens"):
            headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        repeatable = _is_repeatable(method, path, headers, raw)
        end = time.monotonic() + self.deadline
        attempt = 0
        while True:
            try:
                fresh = not repeatable or attempt > 0
                return read(self.attempt(method, path, query, headers, raw, fresh))
            except CoppiceError as error:
                gone = isinstance(error, ProblemError) and error.status == 404 and error.code is not None
                if attempt > 0 and method == "DELETE" and gone:
                    return None  # type: ignore[return-value]  # An earlier attempt has deleted it.
                wait = None if _is_stream(raw) else wait_before_retry(error, attempt, repeatable)
                if wait is None or time.monotonic() + wait > end:
                    raise
                time.sleep(wait)
                attempt += 1

    def attempt(
        self,
        method: str,
        path: str,
        query: Optional[Dict[str, Any]],
        headers: Dict[str, str],
        raw: Optional[Raw] = None,
        fresh: bool = False,
        opened: Optional[Callable[[http.client.HTTPConnection], None]] = None,
    ) -> Answer:
        """Sends a request once.

        fresh -- true to open a new connection. The server may have closed an idle one; then the request would fail as
            if its connection had been lost
        opened -- called with the connection before the request is sent
        """
        token = self._token() if callable(self._token) else self._token
        connection = self._connect() if fresh else self._reuse()
        was_idle = connection.sock is not None
        finish = self._finisher(connection, keeps=opened is None and not _is_stream(raw))
        try:
            if opened:
                opened(connection)
            all_headers = {"Authorization": f"Bearer {token}", **headers}
            response = _exchange(connection, method, self._prefix + path + _search(query), raw, all_headers)
            return self._answer(response, finish)
        except (OSError, http.client.HTTPException) as error:
            finish(False)
            if was_idle:
                self.close()  # The server has probably restarted, so the other idle connections are lost, too.
            if isinstance(error, ssl.SSLCertVerificationError):
                raise CoppiceError(str(error)) from error
            failure = ConnectionFailed(f"The connection failed or was lost: {error!r}")
            failure.was_idle = was_idle and not isinstance(error, socket.timeout)
            raise failure from error

    def _reuse(self) -> http.client.HTTPConnection:
        try:
            connection = self._idle.pop()
        except IndexError:
            return self._connect()
        connection.timeout = self.timeout
        if connection.sock:
            connection.sock.settimeout(self.timeout)
        return connection

    def _connect(self) -> http.client.HTTPConnection:
        host, port = str(self._parts.hostname), self._parts.port
        if self._parts.scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=self.timeout, context=self._context)
        return http.client.HTTPConnection(host, port, timeout=self.timeout)

    def _finisher(self, connection: http.client.HTTPConnection, keeps: bool) -> Callable[[bool], None]:
        def finish(whole: bool) -> None:
            if whole and keeps and connection.sock and len(self._idle) < _MOST_IDLE:
                self._idle.append(connection)
            else:
                connection.close()

        return finish

    def _answer(self, response: http.client.HTTPResponse, finish: Callable[[bool], None]) -> Answer:
        answer = Answer(response, finish)
        if response.status < 300:
            return answer
        after = response.getheader("Retry-After") or ""
        raise problem_error(response.status, answer.body(), float(after) if after.isdigit() else None)


def _is_repeatable(method: str, path: str, headers: Dict[str, str], raw: Optional[Raw]) -> bool:
    """True if a request can be sent again when it is unknown whether the server has executed it."""
    if _is_stream(raw):
        return False
    if method == "POST":
        return path == "/v1/imports" or "Idempotency-Key" in headers
    # If the server has executed the first request, the version has changed, and a second request would be refused.
    return "If-Match" not in headers and "If-None-Match" not in headers


def _exchange(
    connection: http.client.HTTPConnection, method: str, target: str, raw: Optional[Raw], headers: Dict[str, str]
) -> http.client.HTTPResponse:
    try:
        connection.request(method, target, raw, headers)
    except (BrokenPipeError, ConnectionResetError):
        # The server may have refused a stream before its end; its answer says why.
        if not _is_stream(raw):
            raise
    return connection.getresponse()


def _is_stream(raw: Optional[Raw]) -> bool:
    """True if the body can be read only once."""
    return raw is not None and not isinstance(raw, bytes)


def wait_before_retry(error: Exception, attempt: int, repeatable: bool) -> Optional[float]:
    """Returns the seconds to wait before a failed request is repeated; None if it must not be repeated.

    attempt -- number of attempts before the failed one
    repeatable -- true if the request can be repeated when it is unknown whether the server has executed it
    """
    backoff = min(_LONGEST_WAIT, _FIRST_WAIT * 2 ** min(attempt, 10)) * random.uniform(0.5, 1.5)
    if isinstance(error, ConnectionFailed):
        wait = 0.0 if error.was_idle else backoff
        return wait if repeatable else None
    if not isinstance(error, ProblemError):
        return None
    refused = error.status == 429 or error.code == "busy"
    foreign = error.code is None and error.status in (404, 502, 504)
    unknown = error.status == 503 or (foreign and (error.status != 404 or attempt < _STOPPING_ATTEMPTS))
    if not refused and not (unknown and repeatable):
        return None
    return max(backoff, error.retry_after or 0)


def path_of(*segments: str) -> str:
    return "/".join(["/v1", *(quote(segment, safe="") for segment in segments)])


def if_match_header(version: Optional[int]) -> Dict[str, Optional[str]]:
    return {"If-Match": None if version is None else f'"{version}"'}


def abort(connection: http.client.HTTPConnection) -> None:
    """Closes a connection, so that a thread that reads from it gets an error immediately."""
    sock = connection.sock
    if sock is not None:
        try:
            sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # It is closed already.


def _search(query: Optional[Dict[str, Any]]) -> str:
    members = {name: _text(value) for name, value in (query or {}).items() if value is not None}
    return "?" + urlencode(members, doseq=True) if members else ""


def _text(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value
