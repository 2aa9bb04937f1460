import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeFilters, listQuery, readMetadata, searchQuery } from '../../main/webapp/console/sessions/filters.js';

const NOW = Date.parse('2026-11-22T10:00:00Z');

test('the last days become the beginning of the search', () => {
    assert.deepEqual(searchQuery({ q: 'hazel', userId: 'ada', days: '7' }, NOW),
        { namespace: '*', userId: 'ada', q: 'hazel', wait: true, from: '2026-11-15T10:00:00.000Z' });
});

test('a given beginning goes before the last days', () => {
    assert.equal(searchQuery({ q: 'hazel', days: '7', from: '2026-11-01' }, NOW).from, '2026-11-01');
});

test('days that are no number are ignored', () => {
    assert.deepEqual(searchQuery({ q: 'hazel', days: 'x' }, NOW), { namespace: '*', q: 'hazel', wait: true });
});

test('the list takes its own filters only', () => {
    const query = { q: 'hazel', days: '7', role: 'user', type: 'team', 'metadata.env': 'test', unnamed: '1' };
    assert.deepEqual(listQuery(query), { namespace: '', type: 'team', 'metadata.env': 'test' });
});

test('filters are shown in words', () => {
    assert.deepEqual(activeFilters({ days: '7', ended: 'true', 'metadata.env': 'test' }).map(({ text }) => text),
        ['State: ended', 'When: last 7 days', 'env = test']);
});

test('metadata are read as key = value', () => {
    assert.deepEqual(readMetadata(' env = a = b '), ['metadata.env', 'a = b']);
    assert.equal(readMetadata('env'), null);
});
