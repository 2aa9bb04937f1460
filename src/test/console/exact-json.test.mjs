import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExact } from '../../main/webapp/console/core/exact-json.js';

const canKeep = typeof JSON.rawJSON === 'function';

test('numbers keep their digits when they are written again', { skip: !canKeep }, () => {
    const json = '{"id":12345678901234567890,"price":1.50,"plain":[1,-2.5],"text":"1.50"}';
    const value = parseExact(json);
    assert.equal(JSON.stringify(value), json);
    assert.equal(value.plain[1], -2.5);
    assert.equal(String(value.price), '1.50');
});

test('other values are those of JSON.parse', () => {
    const json = '{"a":null,"b":[true,"x",{"c":0}]}';
    assert.deepEqual(parseExact(json), JSON.parse(json));
    assert.throws(() => parseExact('{'), SyntaxError);
});
