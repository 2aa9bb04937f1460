import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const client = new Client({ name: 'tour', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(new URL(`${process.env.COPPICE_URL}/mcp`), {
  requestInit: { headers: { Authorization: `Bearer ${process.env.COPPICE_TOKEN}` } },
}));
console.log(client.getServerVersion().title, client.getNegotiatedProtocolVersion());

async function tool(name, args) {
  const result = await client.callTool({ name, arguments: args });
  console.log(`\n> ${name}\n${result.content.map(item => item.text).join('\n')}`);
  return result.structuredContent;
}

await tool('append_messages', {
  session_id: 'trip',
  messages: [
    { id: 'q1', role: 'user', content: 'Which train did we take to Lucerne?' },
    { id: 'a1', role: 'assistant', content: 'The 9:02 from Zurich, platform 7.' },
  ],
});
await tool('set_context', { session_id: 'trip', label: 'memory', content: 'Prefers trains to planes.' });
for (let hits = []; hits.length === 0;) {
  const found = await client.callTool({ name: 'conversation_search', arguments: { query: 'lucerne train' } });
  hits = found.structuredContent.hits; // The index follows within two seconds.
}
await tool('conversation_search', { query: 'lucerne train' });
await tool('read_conversation', { session_id: 'trip' });
await tool('fork_conversation', { session_id: 'trip', at_message_id: 'q1', name: 'another answer' });
await tool('get_prompt', { session_id: 'trip' });
await tool('read_conversation', { session_id: 'lost' });
await client.close();
