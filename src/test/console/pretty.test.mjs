import assert from 'node:assert/strict';
import test from 'node:test';
import { isJson, pretty } from '../../main/webapp/console/core/pretty.js';

test('numbers and texts stay as they are', () => {
    assert.equal(pretty('{"a":1.50,"b":[1e400,{"c":"x, {\\"y\\":[1]}"}],"d":{},"e":[]}'), `{
  "a": 1.50,
  "b": [
    1e400,
    {
      "c": "x, {\\"y\\":[1]}"
    }
  ],
  "d": {},
  "e": []
}`);
});

test('indented JSON has the same value', () => {
    for (const value of [null, 'a\n"b"', [], {}, [[[]]], { a: { b: [1, 2, { c: null }] } }, -1.5e-3, true]) {
        assert.deepEqual(JSON.parse(pretty(JSON.stringify(value))), value);
        assert.deepEqual(JSON.parse(pretty(JSON.stringify(value, null, 4))), value);
    }
});

test('a text that is not JSON is returned as it is', () => {
    assert.equal(pretty('{"a":'), '{"a":');
    assert.equal(pretty(''), '');
    assert.equal(isJson('01'), false);
});
