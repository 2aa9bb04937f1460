// Compiled, not run: what callers may write, and what the compiler must refuse.
import { Coppice, type Message } from 'coppice-client';
const coppice = new Coppice({ url: 'http://127.0.0.1:8080', token: async () => 'token' });
const session = coppice.session('s');
const a = await session.append([{ role: 'user', content: 'x' }], { create: true, statePatch: { a: 1 } });
const leaf: string | null = a.leafId;
const version: number | undefined = a.state?.version;
for await (const m of session.messages({ leafId: 'a', raw: true })) {
  const message: Message = m;
  console.log(message.id, message.content, leaf, version);
}
await session.append({ entries: [{ message: { role: 'user', content: 'x' }, parentId: 'p' }] });
const t = await session.turn({ format: 'openai' });
console.log(t.system, t.messages, t.tokens.total);
for await (const n of session.tree({ runs: true, limit: 5 })) console.log(n.firstId);
for await (const x of coppice.sessions({ userId: 'a', 'metadata.k': 1 })) console.log(x.metadata);
for await (const h of session.search('q', { wait: true })) console.log(h.messageId);
const f = await session.fork({ atMessageId: 'a' });
console.log(f.id);
const st = await session.state<{ k: number }>();
console.log(st.value.k, st.version);
await session.compact({ dryRun: true, leafId: 'x' });
await session.putMessage('a', { role: 'user' }, { parentId: 'x', ifMatch: 3 });
// @ts-expect-error unknown option
await session.turn({ format: 'nonsense' });
// @ts-expect-error unknown member
await session.append([], { statPatch: {} });
// @ts-expect-error internal
coppice.json;
