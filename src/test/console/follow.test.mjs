import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow } from '../../main/webapp/console/core/follow.js';

/**
 * Follows a stream whose connections are given one after the other: the text that one brings before it is lost, or an
 * error. Ends after the last one. Returns the ids with which connections were opened, and what was received.
 */
async function followed(...connections) {
    const ids = [];
    const seen = [];
    const controller = new AbortController();
    const open = async lastId => {
        if (connections.length === 0) {
            controller.abort();
            throw new Error('There are no more connections.');
        }
        ids.push(lastId);
        const next = connections.shift();
        if (typeof next !== 'string') {
            throw next;
        }
        return new Response(next);
    };
    await follow(open, {
        event: event => seen.push(event.type),
        gap: () => seen.push('gap'),
        state: state => seen.push(state),
        endsWith: event => event.type === 'SessionDeleted',
    }, controller.signal);
    return { ids, seen };
}

const failure = status => Object.assign(new Error('status ' + status), { status });

test('a connection that is lost before its first event resumes where it began', async () => {
    const { ids } = await followed('retry: 1\nid: ZX1\n\n', 'id: ZX2\nevent: A\ndata: {}\n\n', '');
    assert.deepEqual(ids, [null, 'ZX1', 'ZX2']);
});

test('an id at the end of a connection is where the next one resumes', async () => {
    const { ids } = await followed('retry: 1\n\nid: ZX1\nevent: A\ndata: {}\n\nid: ZX5\n\n', '');
    assert.deepEqual(ids, [null, 'ZX5']);
});

test('a server that is too busy for a stream is asked again', async () => {
    const { ids, seen } = await followed('retry: 1\nid: ZX1\n\n', failure(429), failure(429), 'event: A\ndata: {}\n\n', '');
    assert.deepEqual(ids, [null, 'ZX1', 'ZX1', 'ZX1', 'ZX1']);
    assert.ok(seen.includes('A') && !seen.includes('refused'), seen.join());
});

test('a refusal for another reason ends the stream', async () => {
    const { ids, seen } = await followed(failure(403), '');
    assert.deepEqual(ids, [null]);
    assert.equal(seen.at(-1), 'refused');
});

test('a log that does not reach back far enough is a gap, and the stream goes on from now', async () => {
    const { ids, seen } = await followed('retry: 1\nid: ZX1\n\n', failure(410), 'event: A\ndata: {}\n\n', '');
    assert.deepEqual(ids.slice(0, 3), [null, 'ZX1', null]);
    assert.ok(seen.indexOf('gap') < seen.indexOf('A'), seen.join());
});

test('the stream ends with the session', async () => {
    const { ids, seen } = await followed('event: SessionDeleted\ndata: {}\n\n', '');
    assert.deepEqual(ids, [null]);
    assert.equal(seen.at(-1), 'ended');
});
