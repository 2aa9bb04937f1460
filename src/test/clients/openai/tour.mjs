import OpenAI from 'openai';

const baseURL = process.env.COPPICE_URL; // http://127.0.0.1:8080/v1
const apiKey = process.env.COPPICE_TOKEN;
const client = new OpenAI({ baseURL, apiKey });

const conversation = await client.conversations.create({ metadata: { topic: 'weather' } });
console.log(conversation);

await client.conversations.items.create(conversation.id, {
  items: [
    { role: 'user', content: 'How warm is Kyoto?' },
    { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Kyoto"}' },
    { type: 'function_call_output', call_id: 'call_1', output: '20 °C' },
    { role: 'assistant', content: 'It is 20 °C in Kyoto.' },
  ],
});
for await (const item of client.conversations.items.list(conversation.id, { order: 'asc', limit: 2 })) {
  console.log(item.type, item.status, item.content?.[0].text ?? item.output ?? item.arguments);
}

// The same session by Coppice's own API: the input of a model call in Anthropic's format.
const turn = await fetch(`${baseURL}/sessions/${conversation.id}/turn?format=anthropic`, {
  headers: { Authorization: `Bearer ${apiKey}` },
}).then((response) => response.json());
turn.messages.forEach((message) => console.log(JSON.stringify(message)));

await client.models.list().catch((error) => console.log(error.code, error.message.split('. ')[0]));
console.log(await client.conversations.delete(conversation.id));
