import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indented, memberText } from '../../main/webapp/console/core/raw-json.js';

test('a member keeps its text', () => {
    const json = '{"a":{"message":1},"message": {"n":1.50,"big":12345678901234567890,"s":"}, \\" {"} ,"parentId":null}';
    assert.equal(memberText(json, 'message'), '{"n":1.50,"big":12345678901234567890,"s":"}, \\" {"}');
    assert.equal(memberText(json, 'parentId'), 'null');
    assert.equal(memberText(json, 'nothing'), null);
});

test('a name that is a value is not mistaken for a member', () => {
    assert.equal(memberText('{"x":"message","y":":","message":2}', 'message'), '2');
});

test('indentation changes white space only', () => {
    const json = '{"a":[1.50,[],{}, {"b":"x, y: {z}"}],"c":{},"d":[\n],"e":-1e5,"f":[true ,null]}';
    const text = indented(json);
    assert.equal(text.replace(/\s/g, ''), json.replace(/\s/g, ''));
    assert.deepEqual(JSON.parse(text), JSON.parse(json));
    assert.equal(indented('{"a":[1.50,{"b":2}],"c":{}}'), [
        '{', '  "a": [', '    1.50,', '    {', '      "b": 2', '    }', '  ],', '  "c": {}', '}'].join('\n'));
});

test('values without brackets stay', () => {
    for (const json of ['1', '"a"', '[]', '{}', 'null', '[[]]', '[{}]']) {
        assert.deepEqual(JSON.parse(indented(json)), JSON.parse(json));
    }
});
