import assert from 'node:assert/strict';
import test from 'node:test';
import { createParser } from '../../main/webapp/console/core/sse.js';

const STREAM = 'retry: 3000\r\n\r\n: beat\n\nid: 1\nevent: A\ndata: {"x":1}\n\nevent: status\ndata: a\ndata: b\n\n'
    + 'data:no space\rid\r\rdata\n\nid: 9\n\nignored: x\ndata: \u00e4\u{1f600}\n\n';

function parse(pieces) {
    const seen = [];
    const parser = createParser({
        event: event => seen.push(event),
        comment: () => seen.push('comment'),
        retry: milliseconds => seen.push(milliseconds),
        id: id => seen.push('id ' + id),
    });
    pieces.forEach(parser);
    return seen;
}

const EXPECTED = [
    3000,
    'comment',
    'id 1',
    { id: '1', type: 'A', data: '{"x":1}' },
    { id: null, type: 'status', data: 'a\nb' },
    'id ',
    { id: '', type: 'message', data: 'no space' },
    { id: null, type: 'message', data: '' },
    'id 9',
    { id: null, type: 'message', data: '\u00e4\u{1f600}' },
];

test('a stream in one piece is parsed', () => {
    assert.deepEqual(parse([STREAM]), EXPECTED);
});

test('a stream in pieces of any size is parsed alike', () => {
    for (let size = 1; size < 40; size++) {
        const pieces = STREAM.match(new RegExp(`[^]{1,${size}}`, 'g'));
        assert.deepEqual(parse(pieces), EXPECTED, 'pieces of ' + size);
    }
});

test('empty pieces change nothing', () => {
    assert.deepEqual(parse(['data: a\r', '', '\n\r', '', '\n']), [{ id: null, type: 'message', data: 'a' }]);
});

test('an event that is not complete is not reported', () => {
    assert.deepEqual(parse(['data: a\n']), []);
});

test('an id without data is reported, because the server sends the position of the stream so', () => {
    assert.deepEqual(parse(['retry: 3000\nid: ZX1\n\n']), [3000, 'id ZX1']);
});

test('an id counts from the end of its frame on', () => {
    assert.deepEqual(parse(['id: ZX1\n']), []);
    assert.deepEqual(parse(['id: a\0b\n\n']), []);
});
