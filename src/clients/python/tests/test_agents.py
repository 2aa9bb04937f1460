import unittest

from coppice_client.openai_agents import CoppiceSession
from server import client, unique

ITEMS = [
    {"role": "user", "content": "How warm is Kyoto?"},
    {"type": "reasoning", "id": "rs_1", "summary": []},
    {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "weather", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "call_1", "output": "20 °C"},
    {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "It is 20 °C.", "annotations": []}],
    },
]


class AgentsTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.coppice = client()
        self.session = CoppiceSession(unique("agents"), self.coppice)

    async def test_empty_session(self):
        self.assertEqual([], await self.session.get_items())
        self.assertIsNone(await self.session.pop_item())
        await self.session.add_items([])
        await self.session.clear_session()

    async def test_items_come_back_as_they_were_added(self):
        await self.session.add_items(ITEMS[:2])
        await self.session.add_items(ITEMS[2:])
        self.assertEqual(ITEMS, await self.session.get_items())
        self.assertEqual(ITEMS[-2:], await self.session.get_items(2))
        self.assertEqual([], await self.session.get_items(0))
        self.assertEqual(ITEMS, await CoppiceSession(self.session.session_id, self.coppice).get_items())

    async def test_last_item_is_popped(self):
        await self.session.add_items(ITEMS)
        self.assertEqual(ITEMS[-1], await self.session.pop_item())
        self.assertEqual(ITEMS[-2], await self.session.pop_item())
        self.assertEqual(ITEMS[:-2], await self.session.get_items())
        await self.session.add_items([ITEMS[0]])
        self.assertEqual([*ITEMS[:-2], ITEMS[0]], await self.session.get_items())

    async def test_session_is_cleared(self):
        await self.session.add_items(ITEMS)
        await self.session.clear_session()
        self.assertEqual([], await self.session.get_items())
        await self.session.add_items(ITEMS)
        self.assertEqual(ITEMS, await self.session.get_items())

    async def test_items_with_the_same_invented_id_are_all_kept_without_it(self):
        text = [{"type": "output_text", "text": "x", "annotations": []}]
        message = {"type": "message", "id": "__fake_id__", "role": "assistant", "content": text}
        call = {"type": "function_call", "id": "__fake_id__", "call_id": "c", "name": "weather", "arguments": "{}"}
        items = [message, call, message, call]
        await self.session.add_items(items)
        without = [{name: value for name, value in item.items() if name != "id"} for item in items]
        self.assertEqual(without, await self.session.get_items())

    async def test_items_are_the_messages_of_a_turn(self):
        await self.session.add_items(ITEMS)
        turn = self.coppice.session(self.session.session_id).turn(format="openai")
        self.assertEqual(["user", "assistant", "tool", "assistant"], [message["role"] for message in turn["messages"]])


if __name__ == "__main__":
    unittest.main()
