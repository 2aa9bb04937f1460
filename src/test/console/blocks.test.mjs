import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, otherMembers } from '../../main/webapp/console/transcript/blocks.js';
import { messageMarkdown } from '../../main/webapp/console/transcript/markdown.js';

const kinds = message => blocksOf(message).map(block => block.kind);
const only = message => {
    const blocks = blocksOf(message);
    assert.equal(blocks.length, 1, JSON.stringify(blocks));
    return blocks[0];
};

test('texts of all formats are texts', () => {
    for (const message of [
        { role: 'user', content: 'Hello' },
        { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        { role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
        { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
        { role: 'assistant', content: [{ type: 'output_text', text: 'Hello', annotations: [] }] },
        { role: 'assistant', content: [{ type: 'refusal', refusal: 'Hello' }] },
        { role: 'USER', name: 'user', content: ['Hello'] },
    ]) {
        assert.deepEqual(only(message), { kind: 'text', text: 'Hello' });
    }
});

test('tool calls of all formats have id, name and arguments', () => {
    for (const message of [
        { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: { a: 1 } }] },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'f', input: '{"a":1}' } }] },
        { role: 'assistant', content: [{ type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"a":1}' }] },
        { id: 'fc', role: 'assistant', content: [{ type: 'function_call', id: 'fc', call_id: 'c1', name: 'f', arguments: '{"a":1}' }] },
        { role: 'assistant', content: [{ type: 'custom_tool_call', id: 'ctc', call_id: 'c1', name: 'f', input: '{"a":1}' }] },
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'f', input: { a: 1 } }] },
        { role: 'assistant', parts: [{ type: 'tool-f', toolCallId: 'c1', state: 'input-available', input: { a: 1 } }] },
        { role: 'assistant', parts: [{ type: 'dynamic-tool', toolName: 'f', toolCallId: 'c1', state: 'input-available', input: { a: 1 } }] },
        { role: 'assistant', parts: [{ type: 'tool-invocation', toolInvocation: { state: 'call', toolCallId: 'c1', toolName: 'f', args: { a: 1 } } }] },
    ]) {
        const { kind, id, name, input, hasOutput } = only(message);
        assert.deepEqual({ kind, id, name, input, hasOutput }, { kind: 'call', id: 'c1', name: 'f', input: { a: 1 }, hasOutput: false });
    }
});

test('results of all formats have the id of their call', () => {
    for (const message of [
        { role: 'tool', tool_call_id: 'c1', content: '19' },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: '19' }] }] },
        { role: 'user', content: [{ type: 'function_call_output', call_id: 'c1', output: '19' }] },
        { role: 'tool', content: [{ type: 'function_call_output', id: 'fco', call_id: 'c1', output: '19' }] },
        { role: 'tool', content: [{ type: 'custom_tool_call_output', id: 'ctco', call_id: 'c1', output: '19' }] },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', output: '19' }] },
        { role: 'TOOL', content: [{ type: 'tool_result', id: 'c1', name: 'f', output: [{ type: 'text', text: '19' }] }] },
    ]) {
        const { kind, id, output, failed } = only(message);
        assert.deepEqual({ kind, id, output, failed }, { kind: 'result', id: 'c1', output: '19', failed: false });
    }
});

test('a tool part of the AI SDK is call and result in one', () => {
    const done = only({ parts: [{ type: 'tool-f', toolCallId: 'c', state: 'output-available', input: {}, output: { x: 1 } }] });
    assert.deepEqual([done.hasOutput, done.output, done.failed], [true, { x: 1 }, false]);
    const invocation = { state: 'result', toolCallId: 'c', toolName: 'f', args: {}, result: { x: 1 } };
    const old = only({ parts: [{ type: 'tool-invocation', toolInvocation: invocation }] });
    assert.deepEqual([old.hasOutput, old.output, old.failed], [true, { x: 1 }, false]);
    const failed = only({ parts: [{ type: 'tool-f', toolCallId: 'c', state: 'output-error', errorText: 'No' }] });
    assert.deepEqual([failed.hasOutput, failed.output, failed.failed], [true, 'No', true]);
});

test('images are shown from data URLs only', () => {
    const data = 'data:image/png;base64,AAAA';
    assert.deepEqual(only({ content: [{ type: 'image_url', image_url: { url: data } }] }), { kind: 'image', url: data });
    assert.deepEqual(only({ content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }] }),
        { kind: 'image', url: data });
    assert.deepEqual(only({ parts: [{ type: 'file', mediaType: 'image/png', url: data }] }), { kind: 'image', url: data });
    for (const url of ['https://example.org/x.png', '//example.org/x.png', '/v1/sessions', 'javascript:alert(1)']) {
        const block = only({ content: [{ type: 'image_url', image_url: { url } }] });
        assert.equal(block.kind, 'file');
        assert.equal(block.url, url.startsWith('https:') ? url : null);
    }
});

test('reasoning of all formats is reasoning', () => {
    assert.deepEqual(kinds({ parts: [{ type: 'reasoning', text: 'Hm' }, { type: 'text', text: 'Yes' }] }), ['reasoning', 'text']);
    assert.deepEqual(only({ content: [{ type: 'thinking', thinking: 'Hm', signature: 'x' }] }), { kind: 'reasoning', text: 'Hm' });
    assert.deepEqual(kinds({ content: 'Yes', reasoning_content: 'Hm' }), ['reasoning', 'text']);
});

test('what is not known is JSON', () => {
    const part = { type: 'data-chart', data: [1] };
    assert.deepEqual(only({ parts: [part] }), { kind: 'json', value: part });
    assert.deepEqual(only({ content: [7] }), { kind: 'json', value: 7 });
    assert.deepEqual(only({ role: 'x', custom: true }), { kind: 'json', value: { custom: true } });
    assert.deepEqual(otherMembers({ id: '1', role: 'user', content: 'a', temperature: 1.5 }), { temperature: 1.5 });
    assert.deepEqual(otherMembers({ content: 'a', reasoning: 'Hm' }), {});
    assert.deepEqual(otherMembers({ content: 'a', reasoning: { summary: 'Hm' } }), { reasoning: { summary: 'Hm' } });
});

test('a call that is no object is JSON, and the name of a tool is a text', () => {
    assert.deepEqual(only({ role: 'assistant', tool_calls: [null] }), { kind: 'json', value: null });
    assert.equal(only({ parts: [{ type: 'dynamic-tool', toolName: { a: 1 }, toolCallId: 'c', state: 'input-available' }] }).name, '{"a":1}');
    assert.equal(only({ content: [{ type: 'tool_result', tool_use_id: 'c', name: ['x'], content: '1' }] }).name, '["x"]');
});

test('content is shown without parts, and beside parts that say something else', () => {
    const text = (...texts) => texts.map(one => ({ type: 'text', text: one }));
    assert.deepEqual(only({ role: 'user', parts: [], content: 'Hello' }), { kind: 'text', text: 'Hello' });
    assert.deepEqual(blocksOf({ role: 'user', parts: text('One'), content: 'Two' }).map(block => block.text), ['One', 'Two']);
    assert.deepEqual(blocksOf({ role: 'user', parts: text('One'), content: text('Two') }).map(block => block.text), ['One', 'Two']);
    for (const content of ['OneTwo', 'One\nTwo', 'Two', text('One', 'Two')]) {
        assert.deepEqual(blocksOf({ role: 'user', parts: text('One', 'Two'), content }).map(block => block.text), ['One', 'Two']);
    }
});

test('any JSON has blocks', () => {
    for (const value of [null, 1, 'x', [], {}, [null], [[]], { type: null }, { type: 'text', text: 1 }, { type: 'image' }, { type: 'tool-' }, { type: 'tool-invocation', toolInvocation: null }]) {
        for (const message of [{ role: 'user', content: value }, { role: 'user', parts: value }, { role: 'user', content: [value] }, { tool_calls: [value] }, { parts: [{ type: 'dynamic-tool', toolName: value, state: 'x' }] }]) {
            assert.ok(Array.isArray(blocksOf(message)), JSON.stringify(message));
        }
    }
});

test('Markdown has a fence longer than any in the text', () => {
    const text = messageMarkdown({ role: 'tool', tool_call_id: 'c', content: 'a ```` b' });
    assert.ok(text.includes('`````\na ```` b\n`````'), text);
    const image = 'data:image/png;base64,' + 'A'.repeat(100);
    assert.equal(messageMarkdown({ role: 'user', parts: [{ type: 'file', mediaType: 'image/png', url: image }] }), '### user\n\n![image](' + image + ')\n');
    assert.equal(messageMarkdown({ role: 'user', content: 'Hello' }), '### user\n\nHello\n');
});
