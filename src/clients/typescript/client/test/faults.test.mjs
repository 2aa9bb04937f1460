import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionError } from 'coppice-client';
import { all, client, proxy, unique, user } from './server.mjs';

/** Runs `work` with a client that reaches the server through a proxy with faults. */
async function through(fault, work, options = {}) {
  const front = await proxy(fault);
  try {
    return await work(client({ url: front.url, ...options }), front.seen);
  } finally {
    front.close();
  }
}

const busy = (headers = {}) => ({ status: 503, headers, body: '{"code":"busy","status":503}' });

test('append whose answer is lost is not stored twice', async () => {
  await through((number) => number < 3 && 'drop', async (coppice, seen) => {
    const session = coppice.session(unique('s'));
    await session.append([user('once')], { create: true });
    assert.equal(seen.length, 3);
    assert.equal(new Set(seen.map((request) => request.headers['idempotency-key'])).size, 1);
    assert.equal((await all(session.messages())).length, 1);
  });
});

test('busy server is asked again, after the time that it says', async () => {
  await through((number) => number === 1 && busy({ 'Retry-After': '1' }), async (coppice, seen) => {
    const begun = Date.now();
    await coppice.session(unique('s')).append([user('x')], { create: true });
    assert.ok(Date.now() - begun >= 1000);
    assert.equal(seen.length, 2);
  });
});

test('stream is sent once', async () => {
  async function* lines() {
    yield '{"export":{"version":1}}';
  }
  for (const refusal of [{ status: 429, headers: { 'Retry-After': '0' }, body: '' }, busy({ 'Retry-After': '0' })]) {
    await through(() => refusal, async (coppice, seen) => {
      await assert.rejects(coppice.import(lines()), { status: refusal.status, retryAfter: 0 });
      assert.equal(seen.length, 1);
    });
  }
});

test('text is imported again, after the time that the server says', async () => {
  const report = { status: 200, body: 'event: report\ndata: {}\n\n' };
  const answers = [{ status: 429, headers: { 'Retry-After': '1' }, body: '' }, busy({ 'Retry-After': '0' }), report];
  await through((number) => answers[number - 1], async (coppice, seen) => {
    const begun = Date.now();
    assert.deepEqual(await coppice.import('{"export":{"version":1}}'), {});
    assert.ok(Date.now() - begun >= 1000);
    assert.equal(seen.length, 3);
  });
});

test('half of a surrogate pair is refused', async () => {
  const session = client().session(unique('s'));
  await assert.rejects(session.append([user('half \ud83c')], { create: true }), { code: 'invalid-message' });
  await assert.rejects(async () => session.message('m\ud83c'), URIError);
  await assert.rejects(all(session.search('\ud83c')), URIError);
});

test('too many requests are sent again', async () => {
  await through((number) => number === 1 && { status: 429, body: '' }, async (coppice) => {
    assert.deepEqual(await all(coppice.sessions({ source: unique('none') })), []);
  });
});

test('page of a server that stops is no answer', async () => {
  await through((number) => number < 3 && { status: 404, body: '<html>' }, async (coppice, seen) => {
    await coppice.session(unique('s')).append([user('x')], { create: true });
    assert.equal(seen.length, 3);
  });
});

test('attempts end at the deadline', async () => {
  await through(() => busy(), async (coppice, seen) => {
    await assert.rejects(coppice.session('s').get(), { code: 'busy', status: 503 });
    assert.ok(seen.length > 1);
  }, { deadline: 3000 });
  await through(() => busy({ 'Retry-After': '3600' }), async (coppice, seen) => {
    await assert.rejects(coppice.session('s').get(), { code: 'busy' });
    assert.equal(seen.length, 1);
  });
});

test('conditional write whose answer is lost is not repeated', async () => {
  const { id } = await client().createSession();
  await through(() => 'drop', async (coppice, seen) => {
    await assert.rejects(coppice.session(id).replaceState({ a: 1 }, { ifMatch: 0 }), ConnectionError);
    assert.equal(seen.length, 1);
  });
  assert.deepEqual((await client().session(id).state()).value, { a: 1 });
});

test('conditional write of unknown outcome is not repeated', async () => {
  for (const status of [502, 503, 504]) {
    await through(() => ({ status, body: '<html>' }), async (coppice, seen) => {
      await assert.rejects(coppice.session('s').replaceState({ a: 1 }, { ifMatch: 0 }), { status });
      assert.equal(seen.length, 1);
    });
  }
});

test('deletion whose answer is lost succeeds', async () => {
  const { id } = await client().createSession();
  await through((number) => number === 1 && 'drop', (coppice) => coppice.session(id).delete());
});

test('server that does not answer is given up after the timeout', async () => {
  const never = (_, request) => request.url.includes('history') && { status: 103 };
  await assert.rejects(
    through(never, (coppice) => coppice.session('s').history(), { timeout: 200, deadline: 0 }),
    ConnectionError);
});

test('signal ends a call', async () => {
  const signal = AbortSignal.timeout(100);
  await assert.rejects(
    through(() => busy(), (coppice) => coppice.sessions({ signal }).next()), { name: 'TimeoutError' });
});

test('long history continues after lost connections', async () => {
  const session = client().session(unique('s'));
  const messages = Array.from({ length: 1000 }, (_, n) => user(`${n} ${'x'.repeat(1000)}`, `m${n}`));
  await session.append(messages, { create: true });
  await through((number) => number < 4 && 'cut', async (coppice, seen) => {
    const read = await all(coppice.session(session.id).messages());
    assert.deepEqual(read.map((message) => message.id), messages.map((message) => message.id));
    assert.ok(seen.length >= 4);
    const cut = coppice.session(session.id).messages({ format: 'openai' });
    seen.length = 0;
    await assert.rejects(all(cut), ConnectionError);
  });
});

test('history continues if the connection is lost before its next message', async () => {
  const session = client().session(unique('s'));
  await session.append(Array.from({ length: 1000 }, (_, n) => user('x'.repeat(1000), `m${n}`)), { create: true });
  const start = { status: 200, body: '{"leafId":"m999","messages":[' };
  await through((number) => ['cut', start, start][number - 1], async (coppice, seen) => {
    assert.equal((await all(coppice.session(session.id).messages())).length, 1000);
    assert.equal(seen.length, 4);
  });
});

test('export that is cut off throws', async () => {
  const { id } = await client().createSession();
  await client().session(id).append(Array.from({ length: 1000 }, () => user('x'.repeat(1000))));
  await through(() => 'cut', (coppice) => assert.rejects(all(coppice.session(id).export()), ConnectionError));
});

test('feed resumes where it was cut off, also before the first event', async () => {
  const session = client().session(unique('s'));
  await session.getOrCreate();
  await through((number, request) => number < 3 && request.url.includes('events') && 'cut', async (coppice, seen) => {
    const events = coppice.session(session.id).events();
    const first = events.next();
    while (seen.length < 1) await new Promise((resolve) => { setImmediate(resolve); });
    assert.equal((await first).value.type, 'status');
    await session.append([user('x', 'm1'), user('y', 'm2')]);
    const got = [];
    for await (const event of events) {
      if (event.type === 'MessageAppended') got.push(event.data.messageId);
      if (got.length === 2) break;
    }
    assert.deepEqual(got, ['m1', 'm2']);
    assert.ok(seen.length >= 2 && seen[1].headers['last-event-id']);
  });
});

test('feed ends with its session, and refuses what cannot be followed', async () => {
  const session = client().session(unique('s'));
  await session.getOrCreate();
  const events = session.events();
  await events.next();
  await session.delete();
  assert.equal((await all(events)).at(-1).type, 'SessionDeleted');
  await assert.rejects(session.events().next(), { code: 'session-not-found' });
  await assert.rejects(client().events({ after: 'x' }).next(), { code: 'malformed' });
});

test('feed ends if its session was deleted while the connection was lost', async () => {
  const { id } = await client().createSession();
  const gone = { status: 404, body: '{"code":"session-not-found","status":404}' };
  await through((number) => (number === 1 ? 'cut' : gone), async (coppice, seen) => {
    const events = await all(coppice.session(id).events());
    assert.ok(events.every((event) => event.type === 'status'));
    assert.equal(seen.length, 2);
  });
});
