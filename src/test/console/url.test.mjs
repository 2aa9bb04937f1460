import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiPath, format, isSameUrl, match, messageUrl, parse } from '../../main/webapp/console/core/url.js';

test('format and parse are inverse for any text', () => {
    for (const text of ['a b', '50%', 'ü/ö', '?&=#', "it's (1)*", '漢字', '%2F']) {
        const { segments, query } = parse(format(['sessions', text], { q: text }));
        assert.deepEqual(segments, ['sessions', text]);
        assert.deepEqual(query, { q: text });
    }
});

test('empty values are left out', () => {
    assert.equal(format(['sessions'], { q: '', agent: null, user: undefined, ended: false }), '#/sessions');
});

test('links of messages are read as MCP writes them', () => {
    assert.deepEqual(parse('#/sessions/a%20b/messages/q%2A1?namespace=n'),
        { segments: ['sessions', 'a b', 'messages', 'q*1'], query: { namespace: 'n' } });
    assert.equal(messageUrl('s', '', 'q1'), '#/sessions/s/messages/q1');
});

test('a percent sign that encodes nothing stays', () => {
    assert.deepEqual(parse('#/sessions/50%').segments, ['sessions', '50%']);
});

test('a pattern gives the values of its parameters', () => {
    assert.deepEqual(match('/sessions/:session', ['sessions', 'a']), { session: 'a' });
    assert.equal(match('/sessions/:session', ['sessions']), null);
    assert.equal(match('/runs', ['sessions']), null);
});

test('URLs are compared without the order of their queries', () => {
    assert.ok(isSameUrl('#/sessions/a?x=1&y=2', '#/sessions/a?y=2&x=1'));
    assert.ok(!isSameUrl('#/sessions/a?x=1', '#/sessions/a'));
    assert.ok(!isSameUrl('#/sessions/a', '#/sessions/b'));
});

test('a segment that the browser would resolve is refused', () => {
    assert.equal(apiPath(['sessions', 'a/b', 'history'], { last: 2, from: null, x: ['1', '2'] }), '/v1/sessions/a%2Fb/history?last=2&x=1&x=2');
    for (const id of ['.', '..']) {
        assert.throws(() => apiPath(['sessions', id]), /is not an id/);
    }
    assert.equal(apiPath(['sessions', '...']), '/v1/sessions/...');
});
