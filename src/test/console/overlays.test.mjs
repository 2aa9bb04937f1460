import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.sessionStorage = { getItem: () => 'token' };
const { readOverlays } = await import('../../main/webapp/console/transcript/overlays.js');

test('the newest of thousands of compactions is read', async () => {
    const pages = 15;
    const requested = [];
    globalThis.fetch = async path => {
        const cursor = Number(new URL(path, 'http://localhost').searchParams.get('cursor') ?? 0);
        requested.push(cursor);
        const items = Array.from({ length: 200 }, (_, index) => ({ id: 'c' + (cursor * 200 + index) }));
        return Response.json({ items, nextCursor: cursor + 1 < pages ? String(cursor + 1) : null });
    };
    const overlays = await readOverlays('s', '', undefined);
    assert.equal(overlays.length, pages * 200);
    assert.equal(overlays.at(-1).id, 'c2999');
    assert.equal(requested.length, pages);
});
