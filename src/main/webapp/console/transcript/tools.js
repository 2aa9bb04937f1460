import { blocksOf } from './blocks.js';

/**
 * Connects tool calls with results that are in other messages. Pure.
 *
 * @param {object[]} messages in their order
 * @returns {{results: Map<string, {block: object, message: object}>, called: Map<string, object>}} `results`: the result
 *     of each call, by the id of the call; `called`: the call that each result belongs to
 */
export function connectTools(messages) {
    const results = new Map();
    const called = new Map();
    for (const message of messages) {
        for (const block of blocks(message)) {
            if (block.kind === 'call' && block.id !== null) {
                called.set(block.id, { block, message });
            } else if (block.kind === 'result' && block.id !== null && !results.has(block.id)) {
                results.set(block.id, { block, message });
            }
        }
    }
    return { results, called };
}

const known = new WeakMap();

/** The blocks of a message; computed once for each message. */
export function blocks(message) {
    if (!known.has(message)) {
        known.set(message, blocksOf(message));
    }
    return known.get(message);
}

/** The time between two messages in milliseconds; null if one of them has none. */
export function timeBetween(first, second) {
    const took = Date.parse(second?.createdAt) - Date.parse(first?.createdAt);
    return Number.isFinite(took) && took >= 0 ? took : null;
}

/** The number of bytes of a value as it would be sent: a text as it is, any other value as JSON. */
export function sizeOf(value) {
    const text = typeof value === 'string' ? value : JSON.stringify(value) ?? '';
    return new Blob([text]).size;
}
