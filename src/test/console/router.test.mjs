import assert from 'node:assert/strict';
import { test } from 'node:test';

let read = null;
globalThis.addEventListener = (name, listener) => {
    read = listener;
};
globalThis.location = { href: 'http://127.0.0.1/console/#/sessions/a' };
const { rememberPage, startRouter } = await import('../../main/webapp/console/core/router.js');

startRouter(['/users/:user', '/sessions/:session', '/sessions/:session/messages/:message', '/sessions/:session/prompt'].map(path => ({ path })));

function show(place) {
    location.href = 'http://127.0.0.1/console/#' + place;
    read();
}

/** Whether a page that was remembered at the first place is shown at the second one. */
function isSamePage(first, second) {
    show(first);
    const isHere = rememberPage();
    show(second);
    return isHere();
}

test('all messages and branches of a session are one page', () => {
    assert.ok(isSamePage('/sessions/a', '/sessions/a/messages/m1?leaf=m9'));
    assert.ok(isSamePage('/sessions/a?namespace=n', '/sessions/a?namespace=n&raw=1'));
});

test('another session, namespace or view is another page', () => {
    assert.ok(!isSamePage('/sessions/a', '/sessions/b'));
    assert.ok(!isSamePage('/sessions/a', '/sessions/a?namespace=n'));
    assert.ok(!isSamePage('/sessions/a', '/sessions/a/prompt'));
    assert.ok(!isSamePage('/sessions/a', '/users/a'));
    assert.ok(!isSamePage('/sessions/a', '/nowhere'));
});
