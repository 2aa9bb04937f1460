import assert from 'node:assert/strict';
import test from 'node:test';
import { readSides } from '../../main/webapp/console/core/common-path.js';

/** Answers like the server: windows of a path, with `before` for older messages. */
function server(paths) {
    const requests = [];
    return {
        requests,
        async read(side, { last, before }) {
            requests.push([side, before]);
            const path = paths[side];
            const end = before ? path.findIndex(message => message.id === before) : path.length;
            const start = Math.max(0, end - last);
            const messages = path.slice(start, end);
            return { messages, pathLength: path.length, truncated: start > 0, before: start > 0 ? messages[0].id : undefined };
        },
    };
}

const path = (prefix, from, to) => Array.from({ length: to - from }, (_, i) => ({ id: prefix + (from + i) }));
const compare = paths => readSides({ left: 'left', right: 'right' }, server(paths).read);

test('the common part is counted and not returned', async () => {
    const common = path('m', 0, 1000);
    const result = await compare({ left: [...common, ...path('l', 0, 3)], right: [...common, ...path('r', 0, 500)] });
    assert.equal(result.common, 1000);
    assert.equal(result.lastCommon, 'm999');
    assert.deepEqual(result.left.map(message => message.id), ['l0', 'l1', 'l2']);
    assert.equal(result.right.length, 500);
    assert.equal(result.isPartial, false);
});

test('a branch may be the beginning of the other one', async () => {
    const result = await compare({ left: path('m', 0, 10), right: path('m', 0, 12) });
    assert.deepEqual([result.common, result.left.length, result.right.length], [10, 0, 2]);
});

test('branches without a common message are compared whole', async () => {
    const result = await compare({ left: path('l', 0, 2), right: path('r', 0, 3) });
    assert.deepEqual([result.common, result.lastCommon, result.left.length, result.right.length], [0, null, 2, 3]);
    assert.equal(result.isPartial, false);
});

test('very long branches are compared at their ends', async () => {
    const common = path('m', 0, 10);
    const result = await compare({ left: [...common, ...path('l', 0, 5000)], right: [...common, ...path('r', 0, 5000)] });
    assert.equal(result.isPartial, true);
    assert.equal(result.left.length, 2000);
    assert.equal(result.left.at(-1).id, 'l4999');
});

test('a common message that was updated on one side is a difference', async () => {
    const left = [...path('m', 0, 5)];
    const right = left.map((message, i) => (i === 2 ? { ...message, content: 'changed' } : message));
    const result = await compare({ left, right });
    assert.equal(result.lastCommon, 'm1');
    assert.deepEqual([result.common, result.left.length, result.right.length], [2, 3, 3]);
});

test('empty branches have nothing in common', async () => {
    const result = await compare({ left: [], right: path('r', 0, 1) });
    assert.deepEqual([result.common, result.left.length, result.right.length], [0, 0, 1]);
});
