import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, dangersOf, undoOf } from '../../main/webapp/console/shell/properties.js';

const SESSION = { agent: null, model: 'm1', ttlSeconds: 3600, maxMessages: 50, compactAfter: null, messageCount: 20 };
const VALUES = { agent: '', model: 'm1', ttlSeconds: '3600', maxMessages: '50', compactAfter: '' };

test('only fields that differ are sent', () => {
    assert.deepEqual(changesOf(SESSION, VALUES), {});
    assert.deepEqual(changesOf(SESSION, { ...VALUES, model: '', compactAfter: '4000' }), { model: null, compactAfter: 4000 });
});

test('the undo of a change restores the earlier values', () => {
    assert.deepEqual(undoOf(SESSION, { model: null, compactAfter: 4000 }), { model: 'm1', compactAfter: null });
});

test('changes that can be reverted need no question', () => {
    assert.deepEqual(dangersOf(SESSION, { model: null, compactAfter: 4000, ttlSeconds: 7200, maxMessages: 20 }), []);
});

test('messages that are removed for good are counted in the question', () => {
    assert.match(dangersOf(SESSION, { maxMessages: 5 }).join(), /newest 5 messages .* for good/);
    assert.match(dangersOf({ ...SESSION, agent: 'gardener' }, { maxMessages: null }).join(), /limit of the agent/);
});

test('an agent and a short life are asked for', () => {
    assert.match(dangersOf(SESSION, { agent: 'gardener' }).join(), /cannot be changed/);
    assert.match(dangersOf(SESSION, { ttlSeconds: 30 }).join(), /30 seconds/);
});
