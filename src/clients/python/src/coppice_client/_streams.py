"""Reads the bodies of answers while they arrive."""

from __future__ import annotations

import codecs
import json
from itertools import chain
from typing import Any, Dict, Iterable, Iterator, NamedTuple, Optional

from .errors import ConnectionFailed


class Block(NamedTuple):
    """The fields between two empty lines of a stream of Server-Sent Events.

    A block with ``data`` is an event. A block without ``data`` is none, but may contain an id after which the stream
    can be continued. ``retry`` is the wait before a new connection, in milliseconds, as the server demands it.
    """

    id: Optional[str]
    type: str
    data: Optional[str]
    retry: Optional[int]


def _text(pieces: Iterable[bytes]) -> Iterator[str]:
    return codecs.iterdecode(pieces, "utf-8")


def lines(pieces: Iterable[bytes]) -> Iterator[str]:
    """Returns the lines of a text without their line breaks. Drops a last line that has no line break."""
    rest = ""
    for piece in _text(pieces):
        *whole, rest = (rest + piece).split("\n")
        yield from whole


def blocks(pieces: Iterable[bytes]) -> Iterator[Block]:
    """Returns the blocks of a stream of Server-Sent Events. Drops a last block that is not complete."""
    fields: Dict[str, str] = {}
    for line in lines(pieces):
        line = line.rstrip("\r")
        if not line:
            retry = fields.get("retry", "")
            waits = int(retry) if retry.isdigit() else None
            yield Block(fields.get("id"), fields.get("event", "message"), fields.get("data"), waits)
            fields = {}
            continue
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        fields[name] = fields[name] + "\n" + value if name == "data" and name in fields else value


def export_lines(pieces: Iterable[bytes]) -> Iterator[str]:
    """Returns the lines of an export. Raises ConnectionFailed if the last line of a complete export is missing."""
    last = ""
    for last in lines(pieces):
        yield last
    if not last.startswith('{"complete":'):
        raise ConnectionFailed("The export ended before its last line")


def history_parts(pieces: Iterable[bytes]) -> Iterator[Dict[str, Any]]:
    """Reads the JSON of a history. First returns an object with its other members, then each of its messages.

    Needs memory for only one message and one piece of the body.
    """
    opening = '"messages":['
    decoder = json.JSONDecoder()
    text, at, wanted = "", 0, 0
    begun = done = False
    for piece in chain(_text(pieces), [None]):
        if done:
            continue
        text, at = text[at:] + (piece or ""), 0
        if not begun:
            start = text.find(opening)
            if start < 0:
                continue
            yield json.loads(text[:start] + opening + "]}")
            begun, at = True, start + len(opening)
        while True:
            while text[at : at + 1] in (",", " ", "\n", "\r", "\t"):
                at += 1
            if text[at : at + 1] == "]":
                done = True
                break
            # If a message is not complete yet, it is parsed again only when the text has doubled or has ended.
            if at == len(text) or (piece is not None and len(text) - at < wanted):
                break
            try:
                message, at = decoder.raw_decode(text, at)
            except ValueError:
                wanted = 2 * (len(text) - at)
                break
            wanted = 0
            yield message
    if not done:
        raise ConnectionFailed("The history ended before its last message")
