// A session that is larger than the heap of this process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client, figure, unique, user } from './server.mjs';

const COUNT = Number(process.env.COPPICE_MESSAGES ?? 100_000);
const BATCH = 1000;
const BRANCHES = 10;
/** Less than the messages have; the heap may become as large as its limit only with the larger session. */
const ALLOWED_MEGABYTES = 64;
const TEXT = 'x'.repeat(1000);

/** Writes and reads a session of so many messages; returns the times, and the largest size of this process in MB. */
async function use(count) {
  const coppice = client();
  const session = coppice.session(unique('large'));
  const seconds = [];
  const measured = async (name, work) => {
    const begun = Date.now();
    await work();
    seconds.push(`${name} ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  };
  const range = (from, to) => Array.from({ length: to - from }, (_, n) => user(`${from + n} ${TEXT}`, `m${from + n}`));
  await measured('append', async () => {
    for (let from = 0; from < count; from += BATCH) {
      await session.append(range(from, Math.min(count, from + BATCH)), { create: true });
    }
  });
  const leafId = `m${count - 1}`;
  await measured('branch', async () => {
    for (let n = 0; n < BRANCHES; n += 1) {
      await session.append([user('alternative', `b${n}`)], { parentId: `m${Math.floor(((n + 1) * count) / 20)}` });
    }
  });
  await measured('stream', async () => {
    let seen = 0;
    for await (const message of session.messages({ leafId })) {
      assert.equal(message.id, `m${seen}`);
      seen += 1;
    }
    assert.equal(seen, count);
  });
  await measured('pages', async () => {
    let seen = 0;
    for await (const entry of session.entries({ limit: 200 })) {
      assert.ok(entry.message.id.startsWith(seen < count ? 'm' : 'b'));
      seen += 1;
    }
    assert.equal(seen, count + BRANCHES);
  });
  await measured('tree of runs', async () => {
    let messages = 0;
    for await (const node of session.tree({ runs: true })) messages += node.count;
    assert.equal(messages, count + BRANCHES);
  });
  await measured('export to import', async () => {
    const report = await coppice.import(session.export(), { namespace: unique('copy') });
    assert.equal(report.inserted.messages, count + BRANCHES);
  });
  return { seconds: seconds.join(', '), megabytes: Math.round(process.resourceUsage().maxRSS / 1024) };
}

/** Milliseconds until an event arrives, although the search index still has to follow. */
async function eventDelay() {
  const session = client().session(unique('s'));
  await session.getOrCreate();
  const events = session.events({ signal: AbortSignal.timeout(300_000) });
  await events.next();
  const begun = Date.now();
  await session.append([user('x')]);
  for await (const event of events) if (event.type === 'MessageAppended') break;
  return Date.now() - begun;
}

test(`${COUNT} messages are appended, branched, read, exported and imported in constant memory`, async () => {
  const small = await use(COUNT / 10);
  const large = await use(COUNT);
  const delay = await eventDelay();
  figure(`${COUNT} messages of 1 KB with ${process.env.NODE_OPTIONS ?? 'the default heap'}: ${large.seconds}; process `
    + `size at most ${small.megabytes} MB after ${COUNT / 10}, ${large.megabytes} MB after ${COUNT} messages; an event afterwards within ${delay} ms`);
  assert.ok(large.megabytes < small.megabytes + ALLOWED_MEGABYTES, `${small.megabytes}, ${large.megabytes}`);
});
