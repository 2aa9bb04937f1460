import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemTexts, memberText, memberTexts } from '../../main/webapp/console/core/raw-json.js';

test('a member keeps its text', () => {
    const json = '{"a":{"message":1},"message": {"n":1.50,"big":12345678901234567890,"s":"}, \\" {"} ,"parentId":null}';
    assert.equal(memberText(json, 'message'), '{"n":1.50,"big":12345678901234567890,"s":"}, \\" {"}');
    assert.equal(memberText(json, 'parentId'), 'null');
    assert.equal(memberText(json, 'nothing'), null);
});

test('a name that is a value is not mistaken for a member', () => {
    assert.equal(memberText('{"x":"message","y":":","message":2}', 'message'), '2');
});

test('members keep their order, their texts and their duplicates', () => {
    assert.deepEqual(memberTexts(' {"a": 1.50 , "b":[1,{"c":2}],"a":"x, \\"y\\": z","e":{} } '),
        [['a', '1.50'], ['b', '[1,{"c":2}]'], ['a', '"x, \\"y\\": z"'], ['e', '{}']]);
    assert.deepEqual(memberTexts('{}'), []);
});

test('items of an array keep their texts', () => {
    assert.deepEqual(itemTexts('[1.50, {"a":[1,2]} ,"]",[]]'), ['1.50', '{"a":[1,2]}', '"]"', '[]']);
    assert.deepEqual(itemTexts(' [ ] '), []);
});
