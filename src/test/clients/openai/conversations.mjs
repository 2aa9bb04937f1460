// All operations on conversations and items, by the npm package openai.
import assert from 'node:assert/strict';
import { all, client, OpenAI } from './client.mjs';

const { conversations } = client;
const conversation = await conversations.create({
  metadata: { topic: 'demo' },
  items: [{ type: 'message', role: 'user', content: 'How warm is Kyoto?' }],
});
assert.match(conversation.id, /^conv_[0-9a-f]{48}$/);
assert.deepEqual(await conversations.retrieve(conversation.id), conversation);
assert(Math.abs(conversation.created_at - Date.now() / 1000) < 600);

const updated = await conversations.update(conversation.id, { metadata: { topic: 'project-x' } });
assert.deepEqual(updated.metadata, { topic: 'project-x' });

const created = await conversations.items.create(conversation.id, {
  items: [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'secret' },
    { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Kyoto"}' },
    { type: 'function_call_output', call_id: 'call_1', output: '20 °C' },
    { role: 'assistant', content: 'It is 20 °C.', phase: 'final_answer' },
  ],
  include: ['reasoning.encrypted_content'],
});
assert.deepEqual(created.data.map((item) => item.type), [
  'reasoning', 'function_call', 'function_call_output', 'message',
]);
const answer = created.data[3];
assert.deepEqual(answer.content, [{ type: 'output_text', text: 'It is 20 °C.', annotations: [], logprobs: [] }]);
assert.deepEqual([answer.status, answer.phase], ['completed', 'final_answer']);
assert.deepEqual(await conversations.items.retrieve(answer.id, { conversation_id: conversation.id }), answer);

const newestFirst = await all(conversations.items.list(conversation.id));
assert.deepEqual(newestFirst.slice(0, 4).reverse(), created.data);
const oldestFirst = await all(conversations.items.list(conversation.id, { order: 'asc', limit: 2 }));
assert.deepEqual(oldestFirst, newestFirst.toReversed?.() ?? [...newestFirst].reverse());

await conversations.items.delete(answer.id, { conversation_id: conversation.id });
await assert.rejects(
  conversations.items.retrieve(answer.id, { conversation_id: conversation.id }),
  (error) => error instanceof OpenAI.NotFoundError && error.message.includes(`Item with id '${answer.id}' not found`),
);

const inProject = client.withOptions({ project: 'agent_a' });
await assert.rejects(inProject.conversations.retrieve(conversation.id), OpenAI.NotFoundError);
const other = await inProject.conversations.create({ metadata: null });
assert.equal((await inProject.conversations.retrieve(other.id)).id, other.id);
await inProject.conversations.delete(other.id);

await assert.rejects(
  conversations.create({ metadata: Object.fromEntries([...Array(17).keys()].map((i) => [`k${i}`, 'v'])) }),
  (error) => error instanceof OpenAI.BadRequestError && error.param === 'metadata'
    && error.code === 'object_above_max_properties',
);
await assert.rejects(
  client.withOptions({ apiKey: 'wrong' }).conversations.retrieve(conversation.id),
  OpenAI.AuthenticationError,
);

const deleted = await conversations.delete(conversation.id);
assert.deepEqual(deleted, { id: conversation.id, object: 'conversation.deleted', deleted: true });
await assert.rejects(conversations.delete(conversation.id), OpenAI.NotFoundError);
