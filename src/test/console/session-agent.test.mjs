import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.sessionStorage = { getItem: () => 'token', setItem() {}, removeItem() {} };
const { agentOf } = await import('../../main/webapp/console/core/session-agent.js');

/** The agent of a session if the server answers with a status. */
function agentWhen(status, body) {
    globalThis.fetch = async () => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
    return agentOf({ agent: 'gardener' });
}

test('a session may have no agent, or one that does not exist', async () => {
    assert.equal(await agentOf({ agent: null }), null);
    assert.equal(await agentWhen(404, { status: 404, code: 'agent-not-found', title: 'Not found' }), null);
    assert.deepEqual(await agentWhen(200, { name: 'gardener' }), { name: 'gardener' });
});

test('an agent that cannot be read is an error', async () => {
    for (const status of [403, 500]) {
        await assert.rejects(agentWhen(status, { status, code: 'odd', title: 'Odd' }), { status });
    }
});
