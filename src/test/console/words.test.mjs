import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, bytes, compact, count, duration, fullTime, timeOf } from '../../main/webapp/console/core/words.js';

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
    assert.equal(duration(59_700), '1 min 0 s');
    assert.equal(duration(119_700), '2 min 0 s');
    assert.equal(duration(7_199_700), '2 h 0 min');
});

test('a time is what the server accepts as one', () => {
    const time = Date.UTC(2026, 10, 21, 9, 0, 0);
    for (const text of ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00', '2026-11-21 09:00', '2026-11-21T10:00:00+01', '2026-11-21T10:00+01:00',
        '2026-11-21T10:00:00+0100', '2026-11-21T10:00:00+01:00:00', '2026-11-21T09:00:00.000000000z', time, String(time), new Date(time),
        { toString: () => String(time) }]) {
        assert.equal(timeOf(text), time, String(text));
    }
    assert.equal(timeOf('2026-11-21T09:00:00.5Z'), time + 500);
    assert.equal(timeOf('+12026-11-21T09:00:00Z'), Date.UTC(12026, 10, 21, 9));
    assert.equal(timeOf('0050-01-01T00:00:00Z'), Date.parse('0050-01-01T00:00:00Z'));
});

test('what is no time is shown as none', () => {
    for (const value of ['yesterday', '2026-13-01T00:00:00Z', '99999999999999999999', '+999999999-01-01T00:00:00Z', 1e300, {}, [], null, undefined, '', true]) {
        assert.ok(Number.isNaN(timeOf(value)), String(value));
        assert.equal(ago(value), '–');
        assert.equal(fullTime(value), '–');
    }
});
