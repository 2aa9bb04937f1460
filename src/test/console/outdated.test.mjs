import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOutdated } from '../../main/webapp/console/transcript/outdated.js';

const view = { isShown: id => id === 'm1', hasMessages: true, overlays: new Set(['c1']) };
const outdated = (type, data = {}) => isOutdated({ type, data }, view);

test('what an own change has done is not out of date once it is read', () => {
    assert.equal(outdated('MessagesDeleted', { messageIds: ['m9'] }), false);
    assert.equal(outdated('Compacted', { compactionId: 'c1' }), false);
    assert.equal(outdated('CompactionUndone', { compactionId: 'c9' }), false);
    assert.equal(isOutdated({ type: 'HistoryCleared', data: {} }, { ...view, hasMessages: false }), false);
});

test('changes of others are out of date', () => {
    assert.equal(outdated('MessagesDeleted', { messageIds: ['m9', 'm1'] }), true);
    assert.equal(outdated('Compacted', { compactionId: 'c9' }), true);
    assert.equal(outdated('CompactionUndone', { compactionId: 'c1' }), true);
    assert.equal(outdated('HistoryCleared'), true);
    assert.equal(outdated('MessagesPurged'), true);
});

test('an edited message is compared if it is shown', () => {
    assert.equal(outdated('MessageUpdated', { messageId: 'm1' }), 'm1');
    assert.equal(outdated('MessageUpdated', { messageId: 'm9' }), false);
});
