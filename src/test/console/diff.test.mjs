import assert from 'node:assert/strict';
import test from 'node:test';
import { align, fold, words } from '../../main/webapp/console/core/diff.js';

const key = item => item.role + item.text;
const group = item => item.role;
const items = text => text.split(' ').filter(Boolean).map(word => ({ role: word[0], text: word.slice(1) }));
const show = rows => rows.map(row => (row.kind === 'fold' ? `(${row.rows.length})`
    : (row.left ? row.left.role + row.left.text : '-')
        + (row.kind === 'same' ? '=' : '|') + (row.right ? row.right.role + row.right.text : '-'))).join(' ');

test('equal items are in one row', () => {
    assert.equal(show(align(items('u1 a1'), items('u1 a1'), key, group)), 'u1=u1 a1=a1');
});

test('different items of one role are beside each other', () => {
    assert.equal(show(align(items('u1 a1 u2'), items('u1 a9 u2'), key, group)), 'u1=u1 a1|a9 u2=u2');
});

test('items without a counterpart have a row of their own', () => {
    assert.equal(show(align(items('u1 a1 t1 a2'), items('u1 a2'), key, group)), 'u1=u1 a1|- t1|- a2=a2');
    assert.equal(show(align([], items('u1'), key, group)), '-|u1');
    assert.equal(show(align(items('u1'), items('a1'), key, group)), 'u1|- -|a1');
});

test('rows contain all items of both sides in their order', () => {
    let seed = 7;
    const random = bound => (seed = (seed * 1103515245 + 12345) % 2147483648) % bound;
    for (let round = 0; round < 300; round++) {
        const make = () => Array.from({ length: random(12) }, () => ({ role: 'ua'[random(2)], text: random(4) }));
        const [left, right] = [make(), make()];
        const rows = align(left, right, key, group);
        assert.deepEqual(rows.map(row => row.left).filter(Boolean), left);
        assert.deepEqual(rows.map(row => row.right).filter(Boolean), right);
        for (const row of rows.filter(one => one.kind === 'same')) {
            assert.equal(key(row.left), key(row.right));
        }
    }
});

test('a long common part is folded, with one row beside each difference', () => {
    const rows = align(items('u1 a1 u2 a2 u3 a3'), items('u1 a1 u2 a2 u3 a9'), key, group);
    assert.equal(show(fold(rows)), '(4) u3=u3 a3|a9');
    assert.equal(show(fold(align(items('u1 a1'), items('u1 a1'), key, group))), '(2)');
    const middle = align(items('u0 a1 a2 a3 a4 u9'), items('u1 a1 a2 a3 a4 u8'), key, group);
    assert.equal(show(fold(middle)), 'u0|u1 a1=a1 (2) a4=a4 u9|u8');
    assert.equal(show(fold([])), '');
});

test('words are compared, not letters', () => {
    assert.deepEqual(words('cut the hazel', 'cut the alder'), [
        { kind: 'same', text: 'cut the ' },
        { kind: 'removed', text: 'hazel' },
        { kind: 'added', text: 'alder' },
    ]);
});

test('words of any script give back both texts', () => {
    const texts = ['', 'a', 'größe 漢字 😀 <b>', '😀😁 😀', 'one two\n three', 'x'.repeat(50), '\u0000\uE000\uFFFF'];
    for (const before of texts) {
        for (const after of texts) {
            const parts = words(before, after);
            assert.equal(parts.filter(part => part.kind !== 'added').map(part => part.text).join(''), before);
            assert.equal(parts.filter(part => part.kind !== 'removed').map(part => part.text).join(''), after);
        }
    }
});

test('texts with very many different words are compared', () => {
    const text = Array.from({ length: 30_000 }, (_, i) => 'w' + i).join(' ');
    const parts = words(text, text + ' end');
    assert.equal(parts.filter(part => part.kind === 'added').map(part => part.text).join(''), ' end');
});

test('long texts of different words are not aligned word by word', () => {
    const text = seed => Array.from({ length: 10_000 }, (_, i) => 'w' + (i * seed * 7919) % 20_011).join(' ');
    const [before, after] = [text(3), text(5)];
    const parts = words('same start ' + before + ' same end', 'same start ' + after + ' same end');
    assert.deepEqual(parts.map(({ kind }) => kind), ['same', 'removed', 'added', 'same']);
    assert.equal(parts[0].text + parts[1].text + parts[3].text, 'same start ' + before + ' same end');
    assert.equal(parts[0].text + parts[2].text + parts[3].text, 'same start ' + after + ' same end');
});

test('long texts are aligned by lines, and by words within the lines that differ', () => {
    const lines = Array.from({ length: 2000 }, (_, i) => 'line ' + i + ' of a long text');
    const changed = lines.map((line, i) => (i % 500 === 7 ? line.replace('long', 'short') : line));
    const parts = words(lines.join('\n'), changed.join('\n'));
    assert.deepEqual(parts.filter(({ kind }) => kind !== 'same').map(({ text }) => text), ['long', 'short', 'long', 'short', 'long', 'short', 'long', 'short']);
});
