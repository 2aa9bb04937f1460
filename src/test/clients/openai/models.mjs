// Calls of models at this server fail as "not found", with a message that says what to do.
import assert from 'node:assert/strict';
import { client, OpenAI } from './client.mjs';

const calls = [
  () => client.models.list(),
  () => client.responses.create({ model: 'm', input: 'hi', conversation: 'conv_1' }),
  () => client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }),
];
for (const call of calls) {
  await assert.rejects(call(), (error) => {
    assert(error instanceof OpenAI.NotFoundError);
    assert.equal(error.type, 'invalid_request_error');
    assert.match(error.message, /Coppice.*\/v1\/conversations.*OPENAI_BASE_URL/);
    return true;
  });
}
