import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchOf, isSamePath, leafForUrl } from '../../main/webapp/console/transcript/branch.js';
import { knownLeaf, siblingsOf } from '../../main/webapp/console/tree/place.js';

const part = leafId => ({ leafId });

test('links of the latest path name no leaf, so they follow it', () => {
    assert.equal(branchOf(part('a9'), 'a9'), null);
    assert.equal(branchOf(null, 'a9'), null);
    assert.equal(branchOf(part(null), null), null);
});

test('links of another branch name its leaf, so they do not leave it', () => {
    assert.equal(branchOf(part('b2'), 'a9'), 'b2');
});

test('a part is shown on when the URL names its leaf, or none and it is the latest path', () => {
    assert.ok(isSamePath(part('b2'), { leaf: 'b2', latest: 'a9' }));
    assert.ok(isSamePath(part('a9'), { leaf: undefined, latest: 'a9' }));
    assert.ok(!isSamePath(part('b2'), { leaf: undefined, latest: 'a9' }));
    assert.ok(!isSamePath(part('b2'), { leaf: 'c4', latest: 'a9' }));
    assert.ok(!isSamePath(null, { leaf: 'c4', latest: 'a9' }));
});

test('the URL of a branch follows its growth', () => {
    assert.equal(leafForUrl({ part: part('b3'), readLeaf: 'b2' }, { leaf: 'b2', message: 'b1', latest: 'b3' }), 'b3');
});

test('the URL of a message of another branch gets the leaf', () => {
    assert.equal(leafForUrl({ part: part('b2'), readLeaf: 'b2' }, { leaf: undefined, message: 'b1', latest: 'a9' }), 'b2');
});

test('the URL of the latest path stays without a leaf, also while it grows', () => {
    assert.equal(leafForUrl({ part: part('a9'), readLeaf: 'a9' }, { leaf: undefined, message: 'a1', latest: 'a9' }), null);
    assert.equal(leafForUrl({ part: part('a10'), readLeaf: 'a9' }, { leaf: undefined, message: 'a1', latest: 'a9' }), null);
    assert.equal(leafForUrl({ part: part('a9'), readLeaf: 'a9' }, { leaf: undefined, message: undefined, latest: 'b1' }), null);
});

const run = (firstId, lastId, parentId) => ({ firstId, lastId, parentId });

test('while the tree does not know a leaf yet, the one before it stays', () => {
    const runs = [run('q1', 'a1', null), run('q2', 'a2', 'a1'), run('x', 'y', 'a1')];
    assert.equal(knownLeaf(runs, 'y', null), 'y');
    assert.equal(knownLeaf(runs, 'y9', 'y'), 'y');
    assert.equal(knownLeaf(runs, 'y9', 'gone'), null);
    assert.equal(knownLeaf([], 'y', null), null);
});

test('alternatives of a tree that is not read completely may be more', () => {
    const runs = [run('a', 'a9', null), run('b', 'b9', 'a9'), run('c', 'c9', 'a9')];
    assert.equal(siblingsOf(runs, false).get('b').hasMore, true);
    assert.equal(siblingsOf(runs, true).get('b').hasMore, false);
});
