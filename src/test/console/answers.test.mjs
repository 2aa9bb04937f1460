import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmed, entered } from '../../main/webapp/console/core/answers.js';

const ITEMS = ['{"type":"confirmation","price":1.50,"confirmed":null}', '{"type":"confirmation","toolCallId":"c1"}',
    '{"type":"input","fields":[{"name":"tree","max":12345678901234567890},{"name":"count","type":"integer"},{"name":"sure","schema":{"type":"boolean"}}]}'];

test('a confirmation is answered in its place, and everything else keeps its digits', () => {
    assert.equal(confirmed(ITEMS, 0, true), '[' + [ITEMS[0].replace('null', 'true'), ITEMS[1], ITEMS[2]].join(',') + ']');
    assert.equal(confirmed(ITEMS, 1, false),
        '[' + [ITEMS[0], '{"type":"confirmation","toolCallId":"c1","confirmed":false}', ITEMS[2]].join(',') + ']');
});

test('input becomes the value of each field', () => {
    assert.equal(JSON.parse(entered(ITEMS, 2, ['oak "3"', '7', 'true']))[2].fields.map(field => JSON.stringify(field.value)).join(),
        '"oak \\"3\\"",7,true');
    assert.match(entered(ITEMS, 2, ['a', '', '']), /12345678901234567890,"value":"a"\},\{"name":"count","type":"integer"\},\{/);
});

test('a number that is none is refused by the name of its field', () => {
    assert.throws(() => entered(ITEMS, 2, ['a', 'seven', '']), /count .* integer/);
    assert.throws(() => entered(ITEMS, 2, ['a', '1', '2']), /sure .* boolean/);
});
