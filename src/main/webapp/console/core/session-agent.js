import { get } from './api.js';

/**
 * Reads the agent of a session. One that does not exist (any more) is no error: sessions may name one that comes later.
 * @returns {Promise<?object>} null without an agent
 */
export async function agentOf(session, signal) {
    if (!session.agent) {
        return null;
    }
    try {
        return await get(['agents', session.agent], {}, signal);
    } catch (error) {
        if (error.status === 404) {
            return null;
        }
        throw error;
    }
}
