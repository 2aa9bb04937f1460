import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockFields, blockOf, definitionOf, settingFields, settingsOf } from '../../main/webapp/console/core/agent-form.js';

const AGENT = '{"name":"gardener","description":null,"context":[{"label":"soul"}],"cachedPrompt":true,'
    + '"compaction":{"summarizer":"extractive","compactAfter":null,"compactBy":"estimate","protectHead":3,"tailTokenBudget":20000,"minTailMessages":2,"mode":"async"},'
    + '"searchableHistory":"history","tokenCounter":null,"ttlSeconds":86400,"maxMessages":null,"model":null,'
    + '"summary":null,"profile":{"every":1,"schema":{"n":1.50}},"createdAt":"2026-11-21T09:30:00.000Z","updatedAt":"2026-11-21T09:30:00.000Z"}';

const values = fields => Object.fromEntries(fields.map(({ name, value }) => [name, value ?? '']));

test('what a form shows becomes the same definition, with all digits and without times', () => {
    const fields = settingFields(AGENT);
    const definition = definitionOf(AGENT, settingsOf(values(fields)));
    assert.deepEqual(JSON.parse(definition), JSON.parse(definitionOf(AGENT)));
    assert.ok(definition.includes('1.50'));
    assert.ok(!definition.includes('createdAt'));
});

test('empty fields are null and numbers are numbers', () => {
    const changed = JSON.parse(definitionOf(AGENT, settingsOf({ ...values(settingFields(AGENT)), ttlSeconds: '', maxMessages: '40',
        searchableHistory: '', compactAfter: '4000', model: 'big', cachedPrompt: false })));
    assert.deepEqual([changed.ttlSeconds, changed.maxMessages, changed.searchableHistory, changed.compaction.compactAfter, changed.model,
        changed.cachedPrompt], [null, 40, false, 4000, 'big', false]);
});

test('summary and profile must be JSON', () => {
    assert.throws(() => settingsOf({ ...values(settingFields(AGENT)), profile: '{oops' }), /profile/);
});

test('a block has only what its provider takes', () => {
    assert.deepEqual(blockOf({ label: 'soul', description: '', provider: 'text', scope: 'session', maxTokens: '', content: 'x',
        writable: true, whenChanged: 'remind', providerName: 'n', prefix: 'p' }),
    { label: 'soul', description: null, provider: { type: 'text' }, scope: 'session', maxTokens: null, content: 'x', writable: true, whenChanged: 'remind' });
    assert.deepEqual(blockOf({ ...values(blockFields()), label: 's', provider: 's3-skills', prefix: 'docs/', maxTokens: '300' }).provider,
        { type: 's3-skills', prefix: 'docs/' });
    assert.deepEqual(blockOf({ ...values(blockFields()), label: 's', provider: 'bean', providerName: 'weather' }).provider,
        { type: 'bean', name: 'weather' });
    assert.equal(blockOf({ ...values(blockFields()), label: 's' }).content, null);
});

test('what the form of a block does not show of its provider stays, unless its type changes', () => {
    const block = { label: 'docs', description: null, maxTokens: null, provider: { type: 's3-skills', prefix: 'docs/', keys: ['a.md', 'b.md'] },
        scope: 'session', content: null, writable: true, whenChanged: 'remind' };
    assert.deepEqual(blockOf(values(blockFields(block)), block), block);
    assert.deepEqual(blockOf({ ...values(blockFields(block)), prefix: '' }, block).provider, { type: 's3-skills', keys: ['a.md', 'b.md'] });
    assert.deepEqual(blockOf({ ...values(blockFields(block)), provider: 'skills' }, block).provider, { type: 'skills' });
});

test('a block becomes the fields of its form and the same block again', () => {
    const block = { label: 'memory', description: 'Facts', maxTokens: 200, provider: { type: 'stored' }, scope: 'user', content: null,
        writable: false, whenChanged: 'silent' };
    assert.deepEqual(blockOf(values(blockFields(block))), block);
});
