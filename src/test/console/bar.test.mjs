import assert from 'node:assert/strict';
import test from 'node:test';
import { layout } from '../../main/webapp/console/core/bar.js';

const sum = segments => segments.reduce((all, segment) => all + segment.width, 0);

test('parts take their share of the limit', () => {
    const { segments, total, free, over, limitAt } = layout([{ tokens: 100 }, { tokens: 300 }], 1000);
    assert.deepEqual(segments.map(segment => [segment.start, segment.width]), [[0, 10], [10, 30]]);
    assert.deepEqual([total, free, over, limitAt], [400, 600, 0, 100]);
});

test('beyond the limit the bar ends at the total', () => {
    const { segments, over, limitAt } = layout([{ tokens: 1500 }, { tokens: 500 }], 1000);
    assert.equal(over, 1000);
    assert.equal(limitAt, 50);
    assert.ok(Math.abs(sum(segments) - 100) < 1e-9);
});

test('small parts stay visible and the sum stays', () => {
    const { segments } = layout([{ tokens: 1 }, { tokens: 1_000_000 }, { tokens: 0 }], null);
    assert.equal(segments.length, 2);
    assert.equal(segments[0].width, 0.4);
    assert.ok(Math.abs(sum(segments) - 100) < 1e-9);
});

test('no parts and no limit are an empty bar', () => {
    assert.deepEqual(layout([], null), { segments: [], total: 0, free: 0, over: 0, limitAt: null });
});
