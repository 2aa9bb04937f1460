import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layout, visibleRows } from '../../main/webapp/console/tree/layout.js';
import { runWithEnd } from '../../main/webapp/console/tree/place.js';

const run = (firstId, parentId, count = 1, lastId = firstId) => ({ firstId, lastId, parentId, count });
const shape = ({ rows }) => rows.map(row => [row.run.firstId, row.column, row.above, row.below]);

test('a session without branches is one row', () => {
    const { rows, columns } = layout([run('q1', null, 100_000, 'a9')], 'a9');
    assert.equal(columns, 1);
    assert.deepEqual(rows.map(row => [row.column, row.above, row.below, row.onPath, row.isFork, row.size]),
        [[0, 0, 0, true, false, 100_000]]);
});

test('the path to the leaf is straight, and other branches are between', () => {
    const drawn = layout([
        run('q1', null, 5, 'a1'), run('q2', 'a1', 50, 'a2'), run('x', 'a1', 2, 'y'), run('q3', 'a2'), run('z', 'a2', 9),
    ], 'q3');
    assert.deepEqual(shape(drawn), [
        ['q1', 0, 0, 1],
        ['x', 1, 1, 1],
        ['q2', 0, 1, 1],
        ['z', 1, 1, 1],
        ['q3', 0, 1, 0],
    ]);
    assert.deepEqual(drawn.rows.map(row => row.onPath), [true, false, true, false, true]);
    assert.deepEqual(drawn.rows.map(row => row.parent), [-1, 0, 0, 2, 2]);
    assert.deepEqual(drawn.rows.map(row => row.main), [2, -1, 4, -1, -1]);
    assert.deepEqual(drawn.rows.map(row => row.isFork), [true, false, true, false, false]);
});

test('without a leaf the largest part is straight', () => {
    const drawn = layout([run('q1', null), run('small', 'q1', 2), run('large', 'q1', 9)], null);
    assert.deepEqual(drawn.rows.map(row => [row.run.firstId, row.column]), [['q1', 0], ['small', 1], ['large', 0]]);
});

test('several roots begin in the first column', () => {
    const drawn = layout([run('a', null), run('b', null, 4)], 'a');
    assert.deepEqual(shape(drawn), [['b', 0, 0, 0], ['a', 0, 0, 0]]);
});

test('a run whose parent is unknown begins like a root', () => {
    assert.deepEqual(shape(layout([run('b', 'missing')], 'b')), [['b', 0, 0, 0]]);
});

test('lines connect each run with its parent', () => {
    const runs = randomTree(2000);
    const { rows } = layout(runs, runs[1234].lastId);
    assert.equal(rows.length, runs.length);
    rows.forEach((row, index) => {
        assert.equal(row.above, index === 0 ? 0 : rows[index - 1].below, 'line breaks at row ' + index);
        if (row.parent >= 0) {
            const parent = rows[row.parent];
            assert.ok(row.parent < index);
            assert.ok(row.above & (1 << parent.column), 'no line leads to row ' + index);
            assert.equal(row.column, parent.main === index ? parent.column : parent.column + 1);
        }
    });
    assert.equal(rows.at(-1).below, 0);
});

test('100,000 runs are placed in few columns', () => {
    const runs = randomTree(100_000);
    const { rows, columns } = layout(runs, runs.at(-1).lastId);
    assert.equal(rows.length, runs.length);
    assert.ok(columns <= 20, columns + ' columns');
});

test('a comb of 100,000 runs has three columns', () => {
    const runs = [run('t0', null)];
    for (let i = 1; runs.length < 100_000; i++) {
        runs.push(run('t' + i, 't' + (i - 1)), run('b' + i, 't' + (i - 1)));
    }
    assert.ok(layout(runs, runs.at(-2).lastId).columns <= 3);
});

test('another path can be shown in the rows of a main line, so that keys can walk along them', () => {
    const runs = [run('q1', null), run('a1', 'q1'), run('b1', 'q1'), run('c1', 'q1')];
    const order = layout(runs, 'a1').rows.map(row => row.run.firstId);
    assert.deepEqual(order.at(-1), 'a1');
    for (const shown of ['b1', 'c1', 'a1']) {
        const { rows } = layout(runs, 'a1', shown);
        assert.deepEqual(rows.map(row => row.run.firstId), order);
        assert.deepEqual(rows.filter(row => row.onPath).map(row => row.run.firstId), ['q1', shown]);
    }
});

test('the run of a message on any branch is known by its ends', () => {
    const runs = [{ firstId: 'q1', lastId: 'q3' }, { firstId: 'a1', lastId: 'a1' }];
    assert.equal(runWithEnd(runs, 'q3'), runs[0]);
    assert.equal(runWithEnd(runs, 'a1'), runs[1]);
    assert.equal(runWithEnd(runs, 'q2'), null);
});

test('only the visible rows are drawn', () => {
    assert.deepEqual(visibleRows(100_000, 20, 40_000, 600, 5), { from: 1995, to: 2035 });
    assert.deepEqual(visibleRows(3, 20, 0, 600), { from: 0, to: 3 });
    assert.equal(visibleRows(100_000, 20, 0, 2_000_000).to, 400);
});

/** A tree in which each run continues an earlier one, most of them a recent one. */
function randomTree(size) {
    let seed = 42;
    const random = limit => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor(seed / 2_147_483_648 * limit);
    };
    const runs = [run('r0', null, 3)];
    for (let i = 1; i < size; i++) {
        runs.push(run('r' + i, 'r' + (random(3) ? Math.max(0, i - 1 - random(8)) : random(i)), 1 + random(40)));
    }
    return runs;
}
