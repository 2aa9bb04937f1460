"""Stores sessions of the OpenAI Agents SDK in Coppice, without a package of the SDK."""

from __future__ import annotations

import asyncio
import uuid
from typing import Any, Dict, List, Optional

from ._client import Coppice
from .errors import ProblemError
from .types import Message

Item = Dict[str, Any]

# Start of the ids that this module gives to items without an id. Such an id is removed when the item is read.
_OWN_ID = "item-"
# The SDK gives this id to each item of a model that has no ids of its own, so it identifies no item.
_FAKE_ID = "__fake_id__"


class CoppiceSession:
    """A session of the OpenAI Agents SDK. Each of its items is stored as a message of one Coppice session.

    The Coppice session is created when the first items are added. An item with a role is stored as a message without
    a change. Any other item is stored as the only part of a message. All items are returned as they were added, except
    that the id ``__fake_id__``, which the SDK invents for models without ids, is left out. ``get_items`` returns the
    original items, even if the server has summarized some of them.
    """

    session_settings: Any = None

    def __init__(self, session_id: str, coppice: Coppice, *, namespace: Optional[str] = None) -> None:
        self.session_id = session_id
        self._session = coppice.session(session_id, namespace=namespace)

    async def get_items(self, limit: Optional[int] = None) -> List[Item]:
        """Returns the items in the order in which they were added: all, or only the last ``limit``."""
        return await asyncio.to_thread(self._items, limit)

    async def add_items(self, items: List[Item]) -> None:
        """Adds items. If this fails, none of them is added."""
        if items:
            messages = [_message(item) for item in items]
            await asyncio.to_thread(self._append, messages)

    async def pop_item(self) -> Optional[Item]:
        """Removes the last item and returns it; None if there is none."""
        return await asyncio.to_thread(self._pop)

    async def clear_session(self) -> None:
        """Removes all items. The session remains, with its name, state and usage."""
        await asyncio.to_thread(self._clear)

    def _items(self, limit: Optional[int]) -> List[Item]:
        if limit is not None and limit <= 0:
            return []
        try:
            return [_item(message) for message in self._session.messages(last=limit, raw=True)]
        except ProblemError as error:
            if error.code == "session-not-found":
                return []
            raise

    def _append(self, messages: List[Message]) -> None:
        self._session.append(messages, create=True)

    def _pop(self) -> Optional[Item]:
        try:
            message = self._session.leaf()["message"]
        except ProblemError as error:
            if error.code in ("session-not-found", "message-not-found"):
                return None
            raise
        self._session.delete_messages([message["id"]])
        return _item(message)

    def _clear(self) -> None:
        try:
            self._session.clear()
        except ProblemError as error:
            if error.code != "session-not-found":
                raise


def _message(item: Item) -> Message:
    if item.get("id") == _FAKE_ID:
        item = {name: value for name, value in item.items() if name != "id"}
    message_id = f"{_OWN_ID}{uuid.uuid4()}" if item.get("id") is None else item["id"]
    if "role" in item and "content" in item:
        return {**item, "id": message_id}
    role = "tool" if str(item.get("type", "")).endswith("_output") else "assistant"
    return {"id": message_id, "role": role, "content": [item]}


def _item(message: Message) -> Item:
    content = message.get("content")
    is_plain = set(message) <= {"id", "role", "content", "createdAt"} and message["role"] in ("assistant", "tool")
    if is_plain and isinstance(content, list) and len(content) == 1 and _is_item(content[0], message["id"]):
        return content[0]
    item = {name: value for name, value in message.items() if name != "createdAt"}
    if item["id"].startswith(_OWN_ID):
        del item["id"]
    return item


def _is_item(part: Any, message_id: str) -> bool:
    """True if the only part of a stored message is an item; false if it is a part of the content of a message item."""
    if not isinstance(part, dict) or part.get("type") in ("output_text", "input_text", "refusal", "text"):
        return False
    return message_id.startswith(_OWN_ID) or part.get("id") == message_id
