// A Runner of the Agents SDK keeps its history here, while a scripted model answers over HTTP: first by eleven parallel
// tool calls, which are 22 items of one turn, then by texts.
import assert from 'node:assert/strict';
import http from 'node:http';
import { Agent, OpenAIConversationsSession, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents';
import { z } from 'zod';
import { client } from './client.mjs';

const CALLS = 11;
const asked = [];

function output(request) {
  const answered = request.input.filter((item) => item.type === 'function_call_output');
  if (answered.length === 0) {
    return [
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'thoughts' },
      ...[...Array(CALLS).keys()].map((i) => ({
        type: 'function_call', id: `fc_${i}`, call_id: `call_${i}`, name: 'weather', status: 'completed',
        arguments: JSON.stringify({ city: `city ${i}` }),
      })),
    ];
  }
  const text = `answer ${asked.length}`;
  return [{
    type: 'message', id: `msg_${asked.length}`, role: 'assistant', status: 'completed', phase: 'final_answer',
    content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
  }];
}

const model = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => { body += chunk; });
  request.on('end', () => {
    const sent = JSON.parse(body);
    asked.push(sent);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({
      id: `resp_${asked.length}`, object: 'response', created_at: 1, model: 'scripted', status: 'completed',
      output: output(sent), usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    }));
  });
});
await new Promise((ready) => { model.listen(0, '127.0.0.1', ready); });

setTracingDisabled(true);
const weather = tool({
  name: 'weather', description: 'Says how warm a city is.', parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => `20 °C in ${city}`,
});
const runner = new Runner({
  modelProvider: new OpenAIProvider({
    apiKey: 'of the model', baseURL: `http://127.0.0.1:${model.address().port}/v1`, useResponses: true,
  }),
});
const agent = new Agent({ name: 'Forecaster', instructions: 'Be brief.', model: 'scripted', tools: [weather] });
const session = new OpenAIConversationsSession({ client });

const first = await runner.run(agent, 'How warm are eleven cities?', { session });
assert.equal(first.finalOutput, 'answer 2');
const second = await runner.run(agent, 'And tomorrow?', { session });
assert.equal(second.finalOutput, 'answer 3');
model.close();

// The second turn has sent the whole first one to the model.
const types = asked[2].input.map((item) => item.type ?? 'message');
const count = (type) => types.filter((each) => each === type).length;
assert.deepEqual(
  [count('message'), count('function_call'), count('function_call_output'), count('reasoning')],
  [3, CALLS, CALLS, 1],
);

// A turn of Coppice's own API gives the same items, in the same order.
const id = await session.getSessionId();
const turn = await fetch(`${process.env.COPPICE_URL}/sessions/${id}/turn?format=openai-responses`, {
  headers: { Authorization: `Bearer ${process.env.COPPICE_TOKEN}` },
}).then((response) => response.json());
assert.deepEqual(turn.input.map((item) => item.type), [...types, 'message']);
assert.deepEqual(turn.diagnostics, []);
assert.equal(turn.input.at(-1).phase, 'final_answer');
