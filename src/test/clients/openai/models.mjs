// Calls of models at this server fail as "not found", and are not retried.
import assert from 'node:assert/strict';
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: process.env.COPPICE_URL, apiKey: process.env.COPPICE_TOKEN });
await assert.rejects(client.models.list(), OpenAI.NotFoundError);
await assert.rejects(client.responses.create({ model: 'm', input: 'hi' }), OpenAI.NotFoundError);
await assert.rejects(
  client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }),
  OpenAI.NotFoundError,
);
