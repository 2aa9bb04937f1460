import assert from 'node:assert/strict';
import test from 'node:test';
import { fieldsOf, isChanged, profileOf } from '../../main/webapp/console/core/profile.js';

test('a profile becomes fields and the same profile again', () => {
    const profile = { tone: 'calm', interests: ['hazel', 'bees'], none: null, count: 3, nested: { a: [1] }, odd: ['a\nb'],
        empty: [], padded: [' x'], text: 'two\nlines' };
    const fields = fieldsOf(JSON.stringify(profile));
    assert.deepEqual(fields.slice(0, 3).map(field => field.kind), ['text', 'list', 'json']);
    assert.deepEqual(JSON.parse(profileOf(fields)), profile);
});

test('fields that nobody edits keep their digits', () => {
    const text = '{"tone":"calm","id":12345678901234567890,"price":1.50,"nested":{"big":[98765432109876543210]}}';
    const fields = fieldsOf(text);
    assert.equal(fields[1].text, '12345678901234567890');
    assert.equal(profileOf(fields), text);
    fields[0].text = 'loud';
    assert.equal(profileOf(fields), text.replace('calm', 'loud'));
});

test('numbers that somebody types keep their digits', () => {
    assert.equal(profileOf([{ name: 'a', kind: 'json', text: ' 2.50 ' }]), '{"a":2.50}');
});

test('fields that cannot be stored are refused by name', () => {
    assert.throws(() => profileOf([{ name: 'a', kind: 'json', text: '{' }]), /field a is not JSON/);
    assert.throws(() => profileOf([{ name: 'a', kind: 'text', text: '' }, { name: 'a', kind: 'text', text: '' }]), /same name/);
});

test('fields are changed if they say something else than the profile', () => {
    const json = '{"tone":"casual","goals":["a","b"]}';
    const fields = fieldsOf(json);
    assert.equal(isChanged(fields, json), false);
    assert.equal(isChanged(fields.slice(1), json), true);
    assert.equal(isChanged(fields.map(field => ({ ...field, text: 'x' })), json), true);
    assert.equal(isChanged([...fieldsOf('{"tone":"casual"}'), { key: 'new', name: 'x', kind: 'text', text: '' }], json), true);
});
