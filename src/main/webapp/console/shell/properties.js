/** The properties of a session that the form of its menu changes. Pure. */

const NUMBERS = ['ttlSeconds', 'maxMessages', 'compactAfter'];

/** A time to live below this may end before somebody can undo it, in seconds. */
const SHORT_LIFE = 60;

/**
 * The fields that differ from those of the session, as the API takes them.
 * @param {object} session
 * @param {Object<string, string>} values of the form; an empty text stands for null
 */
export function changesOf(session, values) {
    return Object.fromEntries(Object.entries(values)
        .map(([name, value]) => [name, value === '' ? null : NUMBERS.includes(name) ? Number(value) : value])
        .filter(([name, value]) => value !== (session[name] ?? null)));
}

/** The change that restores the session's values of the changed fields. */
export function undoOf(session, changes) {
    return Object.fromEntries(Object.keys(changes).map(name => [name, session[name] ?? null]));
}

/** What changes cannot be reverted, one sentence for each; empty if all of them can be. */
export function dangersOf(session, changes) {
    const { agent, maxMessages, ttlSeconds } = changes;
    return [
        agent && `The agent cannot be changed afterwards. Its limits apply at once: messages beyond its maxMessages are removed for good.`,
        maxMessages && maxMessages < session.messageCount
            && `Only the newest ${maxMessages} messages of the path stay; older ones are removed at once, for good.`,
        maxMessages === null && session.agent
            && 'The limit of the agent applies instead: messages beyond it are removed at once, for good.',
        ttlSeconds && ttlSeconds < SHORT_LIFE
            && `The session is deleted with all its messages ${ttlSeconds} seconds after its last write, for good.`,
    ].filter(Boolean);
}
