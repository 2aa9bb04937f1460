import assert from 'node:assert/strict';
import test from 'node:test';
import { plainText } from '../../main/webapp/console/core/plain-text.js';

test('texts of all formats are read', () => {
    assert.equal(plainText({ role: 'user', content: 'Hello' }), 'Hello');
    assert.equal(plainText({ role: 'user', parts: [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }] }), 'a\nb');
    assert.equal(plainText({ role: 'assistant', content: [{ type: 'text', text: 'a' }] }), 'a');
});

test('tools show name, arguments and result', () => {
    assert.equal(plainText({ parts: [{ type: 'tool-weather', toolCallId: 'c', input: { city: 'Nara' }, output: '19 °C' }] }),
        'weather({"city":"Nara"}) → 19 °C');
    assert.equal(plainText({ content: null, tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] }), 'f({"a":1})');
    assert.equal(plainText({ content: null, tool_calls: [{ custom: { name: 'f', input: 'ls' } }] }), 'f(ls)');
    assert.equal(plainText({ content: [{ type: 'custom_tool_call', name: 'f', input: 'ls' }] }), 'f(ls)');
    assert.equal(plainText({ content: [{ type: 'custom_tool_call_output', call_id: 'c', output: 'done' }] }), 'done');
    assert.equal(plainText({ content: [{ type: 'tool_use', name: 'f', input: {} }] }), 'f({})');
    assert.equal(plainText({ content: [{ type: 'tool_result', tool_use_id: 'c', content: 'done' }] }), 'done');
});

test('strange messages have a text, too', () => {
    assert.equal(plainText({}), '');
    assert.equal(plainText({ content: 7, parts: null }), '');
    assert.equal(plainText({ parts: [null, 'x', { type: 'step-start' }, { type: 'odd', a: 1 }] }), 'x\n{"type":"odd","a":1}');
});
