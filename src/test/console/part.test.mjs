import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depthsOf, messagesOf, withNewer, withOlder } from '../../main/webapp/console/transcript/part.js';
import { overlayId, supersededBy } from '../../main/webapp/console/transcript/superseded.js';
import { runAt, siblingsOf } from '../../main/webapp/console/tree/place.js';
import { blocks, connectTools } from '../../main/webapp/console/transcript/tools.js';

const messages = (from, to) => Array.from({ length: to - from }, (_, index) => ({ id: 'm' + (from + index) }));
const part = (from, to, length) => ({
    leafId: 'm' + (length - 1),
    pathLength: length,
    slices: [{ key: 'm' + from, messages: messages(from, to) }],
    before: from > 0 ? 'm' + from : null,
    next: to < length ? 'm' + to : null,
    hiddenIn: null,
    anchor: { id: 'm' + (to - 1), depth: to - 1 },
});
const ids = at => messagesOf(at).map(message => message.id);
const last = generator => [...generator].at(-1);

test('older messages are added slice by slice, and the part stays consistent', () => {
    const steps = [...withOlder(part(200, 240, 240), { messages: messages(0, 200), before: null })];
    assert.ok(steps.length > 1);
    for (const step of steps) {
        const shown = ids(step);
        assert.deepEqual(shown, messages(Number(shown[0].slice(1)), 240).map(message => message.id));
        assert.equal(step.before, shown[0] === 'm0' ? null : shown[0]);
    }
});

test('far messages are dropped, and can be read again', () => {
    let at = part(99_960, 100_000, 100_000);
    for (let from = 99_760; from > 97_000; from -= 200) {
        at = last(withOlder(at, { messages: messages(from, from + 200), before: 'm' + from }));
    }
    assert.ok(messagesOf(at).length <= 700);
    const end = Number(ids(at).at(-1).slice(1));
    assert.equal(at.next, 'm' + (end + 1));
    const again = last(withNewer(at, { messages: messages(end + 1, end + 201), next: 'm' + (end + 201) }));
    assert.equal(ids(again).at(-1), 'm' + (end + 200));
    assert.equal(again.next, 'm' + (end + 201));
    assert.equal(again.before, ids(again)[0]);
});

test('an empty page ends the path', () => {
    assert.equal(last(withOlder(part(5, 9, 9), { messages: [], before: null })).before, null);
});

test('depths are counted from the anchor, and a summary stands for many', () => {
    const at = part(0, 4, 4);
    at.slices[0].messages = [{ id: 'q1' }, { id: 'compaction_x' }, { id: 'q9' }, { id: 'a9' }];
    at.anchor = { id: 'a9', depth: 20 };
    const depths = depthsOf(at, id => id === 'compaction_x' ? 18 : 1);
    assert.deepEqual([...depths.entries()].sort((a, b) => a[1] - b[1]), [['q1', 0], ['compaction_x', 18], ['q9', 19], ['a9', 20]]);
    assert.equal(depthsOf({ ...at, anchor: null }, () => 1).size, 0);
});

test('superseded summaries belong to the one that replaced them', () => {
    assert.equal(overlayId({ id: 'compaction_1' }), '1');
    assert.equal(overlayId({ id: 'q1' }), null);
    const overlay = (id, fromMessageId, superseded) => ({ id, fromMessageId, superseded });
    const heirs = supersededBy([overlay('a', 'q2', true), overlay('b', 'q2', true), overlay('x', 'q50', false), overlay('c', 'q2', false), overlay('d', 'q90', true)]);
    assert.deepEqual([...heirs].map(([id, olds]) => [id, olds.map(one => one.id)]), [['c', ['a', 'b']]]);
});

test('children of one parent are siblings, roots too', () => {
    const run = (firstId, parentId) => ({ firstId, parentId });
    const siblings = siblingsOf([run('a', null), run('b', 'a9'), run('c', 'a9'), run('d', 'c9')], true);
    assert.deepEqual([...siblings.keys()], ['b', 'c']);
    assert.deepEqual(siblings.get('c'), { index: 1, ids: ['b', 'c'], hasMore: false });
});

test('the run of a message is found by its depth on the path', () => {
    const runs = [
        { firstId: 'q1', lastId: 'a1', parentId: null, depth: 0, count: 2 },
        { firstId: 'q2', lastId: 'a2', parentId: 'a1', depth: 2, count: 9 },
        { firstId: 'x', lastId: 'y', parentId: 'a1', depth: 2, count: 2 },
    ];
    assert.equal(runAt(runs, 'a2', 1).firstId, 'q1');
    assert.equal(runAt(runs, 'a2', 2).firstId, 'q2');
    assert.equal(runAt(runs, 'y', 3).firstId, 'x');
    assert.equal(runAt(runs, 'y').firstId, 'x');
    assert.equal(runAt(runs, 'y', undefined, 'q1').firstId, 'q1');
    assert.equal(runAt(runs, 'missing', 3), null);
});

test('results are connected with calls of other messages', () => {
    const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }] };
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: '19' }] };
    const { results, called } = connectTools([call, result]);
    assert.equal(results.get(blocks(call)[0]).message, result);
    assert.equal(called.get(blocks(result)[0]).block.name, 'f');
});
