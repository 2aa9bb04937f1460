// The session class of OpenAI's Agents SDK.
import assert from 'node:assert/strict';
import { OpenAIConversationsSession } from '@openai/agents';
import { client, OpenAI } from './client.mjs';

const session = new OpenAIConversationsSession({ client });
const id = await session.getSessionId();
assert.match(id, /^conv_/);
assert.deepEqual(await session.getItems(), []);

const items = [];
for (let i = 0; i < 25; i += 1) {
  items.push({ type: 'message', role: 'user', content: [{ type: 'input_text', text: `question ${i}` }] });
  items.push({
    type: 'message', role: 'assistant', status: 'completed',
    content: [{ type: 'output_text', text: `answer ${i}` }],
  });
}
await session.addItems(items);
const texts = (list) => list.map((item) => item.content[0].text);
assert.deepEqual(texts(await session.getItems()), texts(items));
assert.deepEqual(texts(await session.getItems(3)), texts(items.slice(-3)));
assert.equal((await session.getItems(40)).length, 40);

assert.deepEqual(texts([await session.popItem()]), ['answer 24']);
assert.deepEqual(texts([await session.popItem()]), ['question 24']);
assert.equal((await session.getItems()).length, 48);

// Another process continues the same conversation, and any session id is one.
const continued = new OpenAIConversationsSession({ client, conversationId: id });
assert.equal((await continued.getItems()).length, 48);

await session.clearSession();
await assert.rejects(client.conversations.retrieve(id), OpenAI.NotFoundError);
assert.deepEqual(await session.getItems(), []);
