import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocks, connectTools, timeBetween, toolsChanged } from '../../main/webapp/console/transcript/tools.js';

const call = (id, tool = 'f') => ({ role: 'assistant', content: null, tool_calls: [{ id, function: { name: tool, arguments: '{}' } }] });
const result = (id, content) => ({ role: 'tool', tool_call_id: id, content });
const outputOf = ({ results }, message) => results.get(blocks(message)[0])?.block.output;

test('a result belongs to the latest call of its id that has none yet', () => {
    const messages = [call('call_0'), result('call_0', 'first'), call('call_0'), result('call_0', 'second')];
    const tools = connectTools(messages);
    assert.equal(outputOf(tools, messages[0]), 'first');
    assert.equal(outputOf(tools, messages[2]), 'second');
    assert.equal(tools.called.get(blocks(messages[1])[0]).message, messages[0]);
    assert.equal(tools.called.get(blocks(messages[3])[0]).message, messages[2]);
});

test('parallel calls with one id get their results from the latest to the first', () => {
    const messages = [call('c', 'f'), call('c', 'g'), result('c', 'of g'), result('c', 'of f')];
    const tools = connectTools(messages);
    assert.deepEqual([outputOf(tools, messages[0]), outputOf(tools, messages[1])], ['of f', 'of g']);
});

test('a result without an open call belongs to none', () => {
    const done = { role: 'assistant', parts: [{ type: 'tool-f', toolCallId: 'c', state: 'output-available', input: {}, output: 1 }] };
    for (const messages of [[result('c', 'x'), call('c')], [call('c'), result('c', 'x'), result('c', 'again')], [done, result('c', 'x')]]) {
        const tools = connectTools(messages);
        const last = messages.findLast(message => message.role === 'tool');
        assert.equal(tools.called.get(blocks(last)[0]), undefined, JSON.stringify(messages));
    }
});

test('a message has changed if the result of its own call is another one', () => {
    const messages = [call('c'), result('c', 'x'), call('c')];
    const before = connectTools(messages);
    const next = connectTools([...messages, result('c', 'y')]);
    assert.equal(toolsChanged(messages[0], before, next), false);
    assert.equal(toolsChanged(messages[1], before, next), false);
    assert.equal(toolsChanged(messages[2], before, next), true);
});

test('the time between two messages is known if both have one', () => {
    assert.equal(timeBetween({ createdAt: '2026-11-21T10:00:00+01' }, { createdAt: '2026-11-21T09:00:02' }), 2000);
    assert.equal(timeBetween({ createdAt: 'yesterday' }, { createdAt: '2026-11-21T10:00:02Z' }), null);
    assert.equal(timeBetween({}, {}), null);
});
