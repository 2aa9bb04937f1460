"""Reads bodies while they arrive."""

from __future__ import annotations

import codecs
import json
from itertools import chain
from typing import Any, Dict, Iterable, Iterator, NamedTuple, Optional

from .errors import ConnectionFailed


class Block(NamedTuple):
    """A block of a stream of Server-Sent Events; without ``data`` it is no event, but may have an id."""

    id: Optional[str]
    type: str
    data: Optional[str]
    retry: Optional[int]


def _text(pieces: Iterable[bytes]) -> Iterator[str]:
    return codecs.iterdecode(pieces, "utf-8")


def lines(pieces: Iterable[bytes]) -> Iterator[str]:
    """Lines without their ends; an incomplete last line is dropped."""
    rest = ""
    for piece in _text(pieces):
        *whole, rest = (rest + piece).split("\n")
        yield from whole


def blocks(pieces: Iterable[bytes]) -> Iterator[Block]:
    """Parses Server-Sent Events. A block that the connection cut off is dropped."""
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
    """The lines of an export. Raises ConnectionFailed if the last one, which says that it is complete, is missing."""
    last = ""
    for last in lines(pieces):
        yield last
    if not last.startswith('{"complete":'):
        raise ConnectionFailed("The export ended before its last line")


def history_parts(pieces: Iterable[bytes]) -> Iterator[Dict[str, Any]]:
    """Reads a history: first its members except the messages, then each message.

    Holds one message and one piece of the body in memory.
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
            # A message of several pieces is tried again only when the text has doubled, or has ended.
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
