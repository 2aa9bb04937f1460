import assert from 'node:assert/strict';
import test from 'node:test';
import { fieldsOf, profileOf } from '../../main/webapp/console/core/profile.js';

test('a profile becomes fields and the same profile again', () => {
    const profile = { tone: 'calm', interests: ['hazel', 'bees'], none: null, count: 3, nested: { a: [1] }, odd: ['a\nb'],
        empty: [], padded: [' x'], text: 'two\nlines' };
    const fields = fieldsOf(profile);
    assert.deepEqual(fields.slice(0, 3).map(field => field.kind), ['text', 'list', 'json']);
    assert.deepEqual(profileOf(fields), profile);
});

test('fields that cannot be stored are refused by name', () => {
    assert.throws(() => profileOf([{ name: 'a', kind: 'json', text: '{' }]), /field a is not JSON/);
    assert.throws(() => profileOf([{ name: 'a', kind: 'text', text: '' }, { name: 'a', kind: 'text', text: '' }]), /same name/);
});
