import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeParts, inlineParts } from '../../main/webapp/console/transcript/text-parts.js';

test('code blocks are divided from the text', () => {
    assert.deepEqual(codeParts('Before\n```js\nlet a = `x`;\n```\nAfter'),
        [{ text: 'Before' }, { language: 'js', code: 'let a = `x`;' }, { text: 'After' }]);
    assert.deepEqual(codeParts('```\nnot closed'), [{ text: '```\nnot closed' }]);
    assert.deepEqual(codeParts(''), []);
});

test('code, bold words and headings are set apart', () => {
    assert.deepEqual(inlineParts('## Topic\nUse **less** of `x * y`.'), [
        { text: 'Topic', kind: 'strong' },
        { text: '\nUse ', kind: null },
        { text: 'less', kind: 'strong' },
        { text: ' of ', kind: null },
        { text: 'x * y', kind: 'code' },
        { text: '.', kind: null },
    ]);
    assert.deepEqual(inlineParts('2 ** 3 ** 4 `'), [{ text: '2 ** 3 ** 4 `', kind: null }]);
});

test('hostile texts are divided in time in proportion to their length', () => {
    for (const text of ['`'.repeat(20_000), '**'.repeat(20_000), '```\n'.repeat(5000), '#'.repeat(20_000), '** a'.repeat(5000)]) {
        const from = process.cpuUsage(); // Time on the clock would depend on what else the machine does.
        codeParts(text).forEach(part => part.text && inlineParts(part.text));
        const { user, system } = process.cpuUsage(from);
        assert.ok(user + system < 1_000_000, text.slice(0, 10));
    }
});
