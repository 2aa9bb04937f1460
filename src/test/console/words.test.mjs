import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, bytes, compact, count, duration } from '../../main/webapp/console/core/words.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');

test('ages use the largest unit', () => {
    assert.equal(ago('2026-11-22T11:59:58Z', NOW), 'now');
    assert.equal(ago('2026-11-22T11:59:20Z', NOW), '40 s ago');
    assert.equal(ago('2026-11-22T09:00:00Z', NOW), '3 h ago');
    assert.equal(ago('2024-11-21T12:00:00Z', NOW), '2 y ago');
    assert.equal(ago('2026-11-24T12:00:00Z', NOW), 'in 2 d');
});

test('numbers are shortened', () => {
    assert.equal(compact(12345), '12.3K');
    assert.equal(count(1, 'message'), '1 message');
    assert.equal(count(9812, 'branch', 'branches'), '9,812 branches');
    assert.equal(bytes(1), '1 byte');
    assert.equal(bytes(2048), '2.0 KiB');
    assert.equal(duration(350), '350 ms');
    assert.equal(duration(83_456), '1 min 23 s');
});
