// What every MCP client must be able to do with Coppice. Throws if something is wrong.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

const TOOLS = [
  'conversation_search', 'recent_conversations', 'read_conversation', 'get_prompt', 'append_messages',
  'fork_conversation', 'compact_conversation', 'set_context', 'load_context', 'unload_context', 'search_context',
  'session_search', 'search', 'fetch',
];

/** Calls a tool. The client checks the structured content against the tool's output schema. */
async function call(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.ok(!result.isError, JSON.stringify(result));
  assert.equal(result.content[0].type, 'text');
  return result.structuredContent;
}

/** Repeats a search until a message is found; the index follows within two seconds. */
async function found(client, tool, args, list) {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const hits = (await call(client, tool, args))[list];
    if (hits.length > 0) return hits;
  }
  throw new Error(`${tool} found nothing`);
}

export async function scenario(client) {
  assert.equal(client.getServerVersion().name, 'coppice');
  assert.match(client.getInstructions(), /conversation_search/);

  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(tool => tool.name), TOOLS);

  const session_id = `client-${randomUUID()}`;
  const word = `w${randomUUID().replaceAll('-', '')}`;
  const appended = await call(client, 'append_messages', {
    session_id,
    messages: [
      { role: 'user', content: `The ${word} is on shelf 7.`, id: 'm1' },
      { role: 'assistant', content: 'Noted.' },
    ],
  });
  assert.equal(appended.created, true);

  const read = await call(client, 'read_conversation', { session_id });
  assert.equal(read.messages.length, 2);
  const [hit] = await found(client, 'conversation_search', { query: word }, 'hits');
  assert.equal(hit.session_id, session_id);
  const [result] = await found(client, 'search', { query: word }, 'results');
  const document = await call(client, 'fetch', { id: result.id });
  assert.equal(document.text, `The ${word} is on shelf 7.`);

  await call(client, 'set_context', { session_id, label: 'memory', content: `Looks for the ${word}.` });
  const prompt = await call(client, 'get_prompt', { session_id });
  assert.match(prompt.prompt, new RegExp(word));
  const fork = await call(client, 'fork_conversation', { session_id, at_message_id: 'm1' });
  assert.equal(fork.messages, 1);
  const recent = await call(client, 'recent_conversations', { limit: 2 });
  assert.deepEqual(recent.conversations.map(c => c.session_id).sort(), [session_id, fork.session_id].sort());

  const mistake = await client.callTool({ name: 'read_conversation', arguments: { session_id: 'missing' } });
  assert.equal(mistake.isError, true);
  await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), /Unknown tool/);

  const { resources } = await client.listResources();
  const uri = `coppice://sessions/${session_id}`;
  assert.ok(resources.some(resource => resource.uri === uri));
  const { contents } = await client.readResource({ uri });
  assert.match(contents[0].text, new RegExp(word));
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 4);
  await assert.rejects(client.readResource({ uri: 'coppice://sessions/missing' }), /Resource not found/);

  const { prompts } = await client.listPrompts();
  assert.equal(prompts.length, 4);
  const { messages } = await client.getPrompt({ name: 'system_prompt', arguments: { session_id } });
  assert.equal(messages[0].content.text, prompt.prompt);
}

/** The URL of the endpoint. */
export const url = new URL(`${process.env.COPPICE_URL}/mcp`);

/** Options of a transport that sends the bearer token. */
export const withToken = { requestInit: { headers: { Authorization: `Bearer ${process.env.COPPICE_TOKEN}` } } };
