import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProblemError, StaleLeafError } from 'coppice-client';
import { all, client, unique, user } from './server.mjs';

const coppice = client();
const ids = (items) => items.map((item) => item.id ?? item.message.id);

async function conversation() {
  const session = coppice.session(unique('s'));
  await session.append([user('Where shall we go?', 'q1'), { id: 'a1', role: 'assistant', content: 'To Kyoto.' }], {
    create: true,
  });
  return session;
}

test('session is created, changed, listed and deleted', async () => {
  const source = unique('source');
  const created = await coppice.createSession({ source, metadata: { topic: 'trees' } });
  const session = coppice.session(created.id);
  assert.equal((await session.patch({ name: 'Pruning' })).name, 'Pruning');
  assert.equal((await session.getOrCreate({ source })).name, 'Pruning');
  assert.deepEqual(ids(await all(coppice.sessions({ source, 'metadata.topic': 'trees' }))), [created.id]);
  assert.deepEqual(await all(coppice.sessions({ source, 'metadata.topic': 'fish' })), []);
  await session.delete();
  await assert.rejects(session.get(), { name: 'ProblemError', code: 'session-not-found', status: 404 });
});

test('lists are read page by page', async () => {
  const session = await conversation();
  await session.append(Array.from({ length: 9 }, (_, n) => user(`question ${n}`, `m${n}`)));
  const expected = ['q1', 'a1', ...Array.from({ length: 9 }, (_, n) => `m${n}`)];
  assert.deepEqual(ids(await all(session.entries({ limit: 2 }))), expected);
  assert.deepEqual(ids(await all(session.tree({ limit: 3 }))), expected);
});

test('message is branched, read and replaced', async () => {
  const session = await conversation();
  await session.append([{ id: 'a2', role: 'assistant', content: 'To Nara.' }], { parentId: 'q1' });
  assert.equal((await session.leaf()).message.id, 'a2');
  assert.deepEqual(ids(await all(session.leaves())), ['a1', 'a2']);
  assert.deepEqual(ids(await all(session.children('q1'))), ['a1', 'a2']);
  assert.deepEqual(ids(await all(session.messages({ leafId: 'a1' }))), ['q1', 'a1']);
  assert.deepEqual(ids((await session.history({ last: 1 })).messages), ['a2']);
  assert.equal((await all(session.tree({ runs: true }))).length, 3);
  await session.putMessage('a2', { role: 'assistant', content: 'To Nara, with "deer" {[\\]}' });
  assert.equal((await all(session.messages()))[1].content, 'To Nara, with "deer" {[\\]}');
  assert.deepEqual((await session.deleteMessages(['a2', 'none'])).unknown, ['none']);
  assert.equal((await session.clear()).messageCount, 0);
  assert.deepEqual(await all(session.messages()), []);
});

test('entries are appended at several places at once', async () => {
  const session = await conversation();
  await session.append({
    entries: [
      { message: { id: 'b', role: 'assistant', content: 'To Nara.' }, parentId: 'q1' },
      { message: { id: 'c', role: 'assistant', content: 'To Uji.' }, parentId: 'q1' },
    ],
  });
  assert.deepEqual(ids(await all(session.children('q1'))), ['a1', 'b', 'c']);
});

test('append at a stale leaf throws an error of its own', async () => {
  const session = await conversation();
  await assert.rejects(session.append([user('And then?')], { expectedLeafId: 'q1' }), (error) => {
    assert.ok(error instanceof StaleLeafError && error instanceof ProblemError);
    return error.code === 'stale-leaf' && error.leafId === 'a1';
  });
  await session.append([user('And then?', 'q2')], { expectedLeafId: 'a1' });
});

test('state is patched together with messages', async () => {
  const session = await conversation();
  const appended = await session.append([user('Remind me.')], { statePatch: { reminder: 1, draft: 'x' } });
  assert.equal(appended.state.patched, true);
  const { version } = await session.patchState({ draft: null });
  assert.deepEqual(await session.state(), { value: { reminder: 1 }, version });
  await session.replaceState({ step: 2 }, { ifMatch: version });
  await assert.rejects(session.replaceState({ step: 3 }, { ifMatch: version }), { code: 'stale-version' });
});

test('blocks, prompt and turn', async () => {
  const session = await conversation();
  await session.addBlock({ label: 'memory', content: 'Likes coffee.', provider: { type: 'stored' } });
  assert.match((await session.prompt()).prompt, /Likes coffee/);
  await session.replaceBlock('memory', { content: 'Likes tea.' });
  assert.equal((await session.block('memory')).content, 'Likes tea.');
  assert.deepEqual((await all(session.blocks())).map((block) => block.label), ['memory']);
  assert.match((await session.refreshPrompt()).prompt, /Likes tea/);
  const turn = await session.turn({ format: 'openai' });
  assert.match(turn.system, /Likes tea/);
  assert.deepEqual(turn.messages.map((message) => message.role), ['user', 'assistant']);
  await session.removeBlock('memory');
});

test('range is compacted and restored', async () => {
  const session = await conversation();
  await session.append([user('And then?', 'q2')]);
  const made = await session.addCompaction({ fromMessageId: 'q1', toMessageId: 'a1', summary: 'They go to Kyoto.' });
  assert.deepEqual((await all(session.messages())).map((m) => m.id.startsWith('compaction_')), [true, false]);
  assert.deepEqual(ids(await all(session.messages({ raw: true }))), ['q1', 'a1', 'q2']);
  assert.deepEqual(ids(await all(session.compactions())), [made.id]);
  await session.undoCompaction(made.id);
  assert.equal((await session.compact({ dryRun: true })).compacted, false);
});

test('fork has a history of its own', async () => {
  const session = await conversation();
  const fork = coppice.session((await session.fork({ atMessageId: 'q1' })).id);
  await fork.append([{ id: 'other', role: 'assistant', content: 'To Nara.' }]);
  assert.deepEqual(ids(await all(fork.messages())), ['q1', 'other']);
  assert.deepEqual(ids(await all(session.messages())), ['q1', 'a1']);
});

test('messages are found', async () => {
  const session = await conversation();
  const word = unique('word').replaceAll('-', '');
  await session.append([user(`Remember ${word}`, 'found')]);
  const hits = [...await all(session.search(word, { wait: true })), ...await all(coppice.search(word, { wait: true }))];
  assert.deepEqual(hits.map((hit) => hit.messageId), ['found', 'found']);
});

test('session is exported and imported', async () => {
  const session = await conversation();
  const lines = await all(session.export());
  assert.equal(JSON.parse(lines.at(-1)).complete.sessions, 1);
  const namespace = unique('copy');
  const progress = [];
  const report = await coppice.import(session.export(), { namespace, onProgress: (counts) => progress.push(counts) });
  assert.equal(report.inserted.messages, 2);
  assert.equal((await coppice.import(`${lines.join('\n')}\n`, { namespace })).sessions.existing, 1);
  const copy = coppice.session(session.id, { namespace });
  assert.deepEqual(await all(copy.messages()), await all(session.messages()));
  assert.equal((await all(coppice.export({ namespace }))).length, lines.length);
});

test('damaged import is a problem', async () => {
  await assert.rejects(coppice.import('no JSON\n'), { name: 'ProblemError', code: 'invalid' });
});

test('namespace of the client is that of its sessions', async () => {
  const namespace = unique('n');
  const other = client({ namespace });
  await other.session('s').append([user('x', 'm')], { create: true });
  assert.deepEqual(ids(await all(other.sessions())), ['s']);
  assert.equal((await coppice.session('s', { namespace }).get()).namespace, namespace);
});

test('other routes are called by their path', async () => {
  const session = await conversation();
  const path = `/v1/sessions/${session.id}/values/color`;
  const written = await coppice.request('PUT', path, {}, 'green');
  assert.deepEqual((await coppice.request('GET', path)).version, written.version);
  await assert.rejects(coppice.request('PUT', path, { ifMatch: 99 }, 'red'), { code: 'stale-version' });
});
