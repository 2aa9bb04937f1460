import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmed, entered, fieldTexts } from '../../main/webapp/console/core/answers.js';

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

/** A requirement with a field for each value. */
const asks = values => `{"type":"input","fields":[${values.map((value, i) => `{"name":"f${i}","value":${value}}`).join()}]}`;

test('values are shown as they were sent, and fields that nobody edits are not changed', () => {
    const item = asks(['null', '"two\\nlines"', '{"a": [1.50]}', '12345678901234567890', 'true']);
    const shown = fieldTexts(item);
    assert.deepEqual(shown, ['', 'two\nlines', '{"a": [1.50]}', '12345678901234567890', 'true']);
    assert.equal(entered([item], 0, shown), '[' + item + ']');
    assert.deepEqual(fieldTexts(ITEMS[2]), ['', '', '']);
    assert.equal(entered(ITEMS, 2, ['', '', '']), '[' + ITEMS.join() + ']');
});

test('edited values that were JSON stay JSON, and a value whose text is removed is removed', () => {
    assert.equal(entered([asks(['{"a": 1}', '7', '7'])], 0, ['{"a": 2.50}', '12345678901234567891', 'seven']),
        '[' + asks(['{"a": 2.50}', '12345678901234567891', '"seven"']) + ']');
    assert.equal(entered([asks(['"7"', 'null'])], 0, ['8', '9']), '[' + asks(['"8"', '"9"']) + ']');
    assert.deepEqual(JSON.parse(entered([asks(['7', '"a"'])], 0, ['', '']))[0].fields, [{ name: 'f0' }, { name: 'f1' }]);
});

test('a number that is none is refused by the name of its field', () => {
    assert.throws(() => entered(ITEMS, 2, ['a', 'seven', '']), /count .* integer/);
    assert.throws(() => entered(ITEMS, 2, ['a', '1', '2']), /sure .* boolean/);
});
