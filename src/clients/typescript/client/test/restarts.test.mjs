import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, client, control, figure, unique, user } from './server.mjs';

const KILLS = 4;
const WRITERS = 4;
/** The least number of appends from one end of the server to the next. */
const BETWEEN = 200;

// Longer than the slowest restart.
const coppice = client({ deadline: 600_000 });

/** Appends messages without ids until `isOver`; adds their texts to an array. */
async function write(session, name, isOver, texts) {
  for (let number = 0; !isOver(); number += 1) {
    await session.append([user(`${name} ${number}`)]);
    texts.push(`${name} ${number}`);
  }
}

/** The ids of the messages that a feed reports, up to the message `end`. */
async function follow(events) {
  const ids = [];
  for await (const event of events) {
    if (event.type === 'MessageAppended') ids.push(event.data.messageId);
    if (ids.at(-1) === 'end') break;
  }
  return ids;
}

/** Writes and follows a session while the server is ended and started again in these ways. */
async function whileServerFails(faults) {
  const session = coppice.session(unique('storm'));
  await session.getOrCreate();
  const stop = new AbortController();
  const events = session.events({ signal: stop.signal });
  await events.next();
  const followed = follow(events);
  followed.catch(() => stop.abort());
  let isOver = false;
  const written = [];
  const writers = Array.from({ length: WRITERS }, (_, n) => write(session, `writer ${n}`, () => isOver, written));
  writers.forEach((writer) => writer.catch(() => { isOver = true; }));
  for (const [number, fault] of faults.entries()) {
    while (!isOver && written.length < (number + 1) * BETWEEN) await session.append([user(`before ${fault}`)]);
    await control(fault);
  }
  isOver = true;
  await Promise.all(writers).catch((error) => {
    stop.abort();
    throw error;
  });
  await session.append([user('the end', 'end')]);
  const stored = await all(session.messages());
  const texts = stored.map((message) => message.content).filter((text) => text.startsWith('writer'));
  const distinct = new Set(texts);
  const lost = written.filter((text) => !distinct.has(text)).length;
  const doubled = texts.length - distinct.size;
  return { ids: stored.map((message) => message.id), seen: await followed, count: written.length, lost, doubled };
}

test('feed continues after a restart of the server, without gap and without doubles', async () => {
  const { ids, seen, count, lost, doubled } = await whileServerFails(['restart']);
  assert.deepEqual(seen, ids);
  assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 });
  figure(`restart of the server: ${count} appends, ${seen.length} of ${ids.length} events received, in order`);
});

test('nothing is lost or doubled while the server is killed', async () => {
  const { ids, seen, count, lost, doubled } = await whileServerFails(Array.from({ length: KILLS }, () => 'kill'));
  assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 });
  assert.deepEqual(seen, ids);
  figure(`${KILLS} times kill -9: ${count} appends of ${WRITERS} writers, ${lost} lost, ${doubled} doubled, `
    + `${seen.length} of ${ids.length} events received`);
});
