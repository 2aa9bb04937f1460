import assert from 'node:assert/strict';
import test from 'node:test';
import { contentOf, differentTexts, plainText } from '../../main/webapp/console/transcript/plain-text.js';

test('texts of all formats are read', () => {
    assert.equal(plainText({ role: 'user', content: 'Hello' }), 'Hello');
    assert.equal(plainText({ role: 'user', parts: [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }] }), 'a\nb');
    assert.equal(plainText({ role: 'assistant', content: [{ type: 'text', text: 'a' }] }), 'a');
    assert.equal(plainText({ role: 'assistant', content: 'Yes', reasoning_content: 'Hm' }), 'Hm\nYes');
});

test('tools show name, arguments and result', () => {
    assert.equal(plainText({ parts: [{ type: 'tool-weather', toolCallId: 'c', input: { city: 'Nara' }, output: '19 °C' }] }),
        'weather({"city":"Nara"}) → 19 °C');
    assert.equal(plainText({ content: null, tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] }), 'f({"a":1})');
    assert.equal(plainText({ content: null, tool_calls: [{ function: { name: 'f', arguments: { a: 1 } } }] }), 'f({"a":1})');
    assert.equal(plainText({ content: null, tool_calls: [{ custom: { name: 'f', input: 'ls' } }] }), 'f(ls)');
    assert.equal(plainText({ content: '', tool_calls: [{ id: 'c', name: 'f', args: { a: 1 } }] }), 'f({"a":1})');
    assert.equal(plainText({ content: [{ type: 'custom_tool_call', name: 'f', input: 'ls' }] }), 'f(ls)');
    assert.equal(plainText({ content: [{ type: 'custom_tool_call_output', call_id: 'c', output: 'done' }] }), 'done');
    assert.equal(plainText({ content: [{ type: 'tool_use', name: 'f', input: {} }] }), 'f({})');
    assert.equal(plainText({ content: [{ type: 'tool_result', tool_use_id: 'c', content: 'done' }] }), 'done');
    assert.equal(plainText({ role: 'tool', tool_call_id: 'c', content: 'done' }), 'done');
    assert.equal(plainText({ parts: [{ type: 'tool-f', toolCallId: 'c', state: 'output-error', input: {}, errorText: 'No' }] }), 'f({}) → No');
    assert.equal(plainText({ parts: [{ type: 'tool-invocation',
        toolInvocation: { state: 'result', toolCallId: 'c', toolName: 'f', args: { a: 1 }, result: [2] } }] }), 'f({"a":1}) → [2]');
});

test('files have their names and URLs', () => {
    const url = 'https://example.org/plan.pdf';
    assert.equal(plainText({ parts: [{ type: 'file', mediaType: 'application/pdf', filename: 'plan.pdf', url }] }), 'File plan.pdf <' + url + '>');
    assert.equal(plainText({ parts: [{ type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' }] }),
        'Image <data:image/png;base64,AAAA>');
});

test('strange messages have a text, too', () => {
    assert.equal(plainText({}), '');
    assert.equal(plainText({ content: 7, parts: null }), '7');
    assert.equal(plainText({ parts: [null, 'x', { type: 'step-start' }, { type: 'odd', a: 1 }] }), 'null\nx\n{"type":"odd","a":1}');
});

test('the content of a message is everything but its id and its time', () => {
    const content = { role: 'user', metadata: { createdAt: 'then', id: 'x' }, content: [{ type: 'tool_result', id: 'c' }] };
    assert.deepEqual(contentOf({ id: 'm1', createdAt: 'now', ...content }), content);
    assert.deepEqual(contentOf(content), content);
});

test('messages of different contents have different texts', () => {
    const file = data => ({ role: 'user', content: [{ type: 'input_file', filename: 'a.pdf', file_data: data }] });
    for (const [left, right] of [
        [{ role: 'user', content: 'a' }, { role: 'user', content: 'b' }],
        [{ role: 'user', content: 'a', name: 'Ada' }, { role: 'user', content: 'a', name: 'Eve' }],
        [{ role: 'user', content: 'a' }, { role: 'user', parts: [{ type: 'text', text: 'a' }] }],
        [file('AAAA'), file('BBBB')],
    ]) {
        const [before, after] = differentTexts(left, right);
        assert.notEqual(before, after);
    }
    assert.deepEqual(differentTexts({ content: 'a' }, { content: 'b' }), ['a', 'b']);
    assert.match(differentTexts(file('AAAA'), file('BBBB'))[1], /"file_data": "BBBB"/);
});
