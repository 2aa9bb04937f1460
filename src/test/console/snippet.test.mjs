import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySession, snippetParts } from '../../main/webapp/console/core/snippet.js';

test('marks divide a snippet', () => {
    assert.deepEqual(snippetParts('The <mark>deployment</mark> on <mark>Friday</mark>.'), [
        { text: 'The ', marked: false },
        { text: 'deployment', marked: true },
        { text: ' on ', marked: false },
        { text: 'Friday', marked: true },
        { text: '.', marked: false },
    ]);
});

test('escaped markup is text', () => {
    assert.deepEqual(snippetParts('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp;lt; &#39;'),
        [{ text: '<img src=x onerror="alert(1)"> &lt; \'', marked: false }]);
});

test('other tags are text, too', () => {
    assert.deepEqual(snippetParts('<b>x</b>'), [{ text: '<b>x</b>', marked: false }]);
});

test('hits are grouped by session in the order of the best hits', () => {
    const hit = (namespace, sessionId, messageId) => ({ namespace, sessionId, sessionName: null, messageId });
    const groups = bySession([hit('', 'b', '1'), hit('', 'a', '2'), hit('n', 'b', '3'), hit('', 'b', '4')]);
    assert.deepEqual(groups.map(group => [group.namespace, group.sessionId, group.hits.map(one => one.messageId)]),
        [['', 'b', ['1', '4']], ['', 'a', ['2']], ['n', 'b', ['3']]]);
});
