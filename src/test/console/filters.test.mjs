import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeFilters, filterChange, listQuery, readMetadata, searchQuery } from '../../main/webapp/console/sessions/filters.js';

const NOW = Date.parse('2026-11-22T10:00:00Z');

test('the last days become the beginning of the search', () => {
    assert.deepEqual(searchQuery({ q: 'hazel', userId: 'ada', days: '7' }, NOW),
        { namespace: '*', userId: 'ada', q: 'hazel', wait: true, from: '2026-11-15T10:00:00.000Z' });
});

test('a given beginning goes before the last days', () => {
    assert.equal(searchQuery({ q: 'hazel', days: '7', from: '2026-11-01T10:00' }, NOW).from, '2026-11-01T10:00');
});

test('days that are no number are ignored', () => {
    assert.deepEqual(searchQuery({ q: 'hazel', days: 'x' }, NOW), { namespace: '*', q: 'hazel', wait: true });
});

test('the list takes its own filters only', () => {
    const query = { q: 'hazel', role: 'user', type: 'team', 'metadata.env': 'test', unnamed: '1' };
    assert.deepEqual(listQuery(query, NOW), { namespace: '', type: 'team', 'metadata.env': 'test' });
});

test('the list has the times of the search', () => {
    assert.deepEqual(listQuery({ days: '7' }, NOW + 59_999), { namespace: '*', from: '2026-11-15T10:00:00.000Z' });
});

test('days are those of the reader', () => {
    const before = process.env.TZ;
    try {
        process.env.TZ = 'Asia/Tokyo';
        assert.deepEqual(listQuery({ days: '7', from: '2026-11-01', to: '2026-11-02' }, NOW),
            { namespace: '*', from: '2026-10-31T15:00:00.000Z', to: '2026-11-02T14:59:59.999Z' });
    } finally {
        before === undefined ? delete process.env.TZ : process.env.TZ = before;
    }
});

test('filters are shown in words', () => {
    assert.deepEqual(activeFilters({ days: '7', ended: 'true', 'metadata.env': 'test' }).map(({ text }) => text),
        ['State: ended', 'When: last 7 days', 'env = test']);
});

test('metadata are read as key = value', () => {
    assert.deepEqual(readMetadata(' env = a = b '), ['metadata.env', 'a = b']);
    assert.equal(readMetadata('env'), null);
    assert.equal(readMetadata('env = '), null);
});

test('a filter by user keeps the namespace without a name', () => {
    assert.deepEqual(filterChange('userId', 'ada'), { userId: 'ada' });
});

test('a namespace replaces the choice of the one without a name, and the reverse', () => {
    assert.deepEqual(filterChange('namespace', 'team'), { namespace: 'team', unnamed: null });
    assert.deepEqual(filterChange('namespace', ''), { namespace: null, unnamed: null });
    assert.deepEqual(filterChange('unnamed', true), { namespace: null, unnamed: '1' });
    assert.deepEqual(filterChange('unnamed', false), { namespace: null, unnamed: null });
});
