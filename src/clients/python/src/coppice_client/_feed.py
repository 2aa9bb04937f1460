"""The class ``Feed``: the events of the server as an iterator."""

from __future__ import annotations

import http.client
import json
import threading
from typing import Any, Dict, Generator, Iterator, Optional

from ._streams import Block, blocks
from ._transport import Transport, abort, wait_before_retry
from .errors import CoppiceError, ProblemError
from .types import FeedEvent

# Seconds without a byte after which the connection counts as lost. In this time a server with default settings sends
# four heartbeats.
_TIMEOUT = 60.0
_WAIT = 3.0


class Feed(Iterator[FeedEvent]):
    """The events of a session or a namespace, in the order of the log. Each event occurs once.

    If the connection is lost, the feed connects again and continues after the last event. The feed of a session ends
    when the session was deleted or has expired, also if that happened while the connection was lost. Every feed ends
    when any thread calls ``close``. Raises a ProblemError if the server refuses the request, for example with the code
    ``events-gone`` if it has removed the next event from its log.
    """

    def __init__(self, transport: Transport, path: str, query: Dict[str, Any], after: Optional[str]) -> None:
        self._transport = transport.within(_TIMEOUT, None)
        self._path = path
        self._query = query
        self._last = after
        self._wait = _WAIT
        self._was_open = False
        self._closed = threading.Event()
        self._connection: Optional[http.client.HTTPConnection] = None
        self._events = self._follow()

    def __next__(self) -> FeedEvent:
        return next(self._events)

    def __enter__(self) -> "Feed":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._closed.set()
        if self._connection is not None:
            abort(self._connection)
        try:
            self._events.close()
        except ValueError:
            pass  # Another thread waits for the next event; its read ends now.

    def _opened(self, connection: http.client.HTTPConnection) -> None:
        self._connection = connection
        connection.connect()
        if self._closed.is_set():
            abort(connection)

    def _follow(self) -> Generator[FeedEvent, None, None]:
        failures = 0
        while not self._closed.is_set():
            pause = self._wait
            try:
                for block in self._blocks():
                    failures = 0
                    if block.data is not None:
                        yield FeedEvent(block.id, block.type, json.loads(block.data))
                    if block.type in ("SessionDeleted", "SessionExpired") and self._path != "/v1/events":
                        return
                pause = self._wait
            except CoppiceError as error:
                is_gone = isinstance(error, ProblemError) and error.code == "session-not-found"
                if self._closed.is_set() or (self._was_open and is_gone):
                    return
                backoff = wait_before_retry(error, failures, True)
                if backoff is None:
                    raise
                pause = backoff if isinstance(error, ProblemError) else max(backoff, self._wait)
            failures += 1
            self._closed.wait(pause)

    def _blocks(self) -> Iterator[Block]:
        headers = {"Accept": "text/event-stream"}
        if self._last is not None:
            headers["Last-Event-ID"] = self._last
        answer = self._transport.attempt(
            "GET", self._path, self._query, headers, fresh=True, opened=self._opened
        )
        self._was_open = True
        for block in blocks(answer.pieces()):
            self._last = block.id or self._last
            self._wait = self._wait if block.retry is None else block.retry / 1000
            yield block
