import { timeOf } from '../core/words.js';
import { blocksOf } from './blocks.js';

/**
 * Connects tool calls with results that are in other messages. Clients may use an id again in each turn, so a result
 * belongs to the latest call with its id that has none yet. Pure.
 *
 * @param {object[]} messages in their order
 * @returns {{results: Map<Block, {block: Block, message: object}>, called: Map<Block, {block: Block, message: object}>}}
 *     `results`: the result of each call; `called`: the call that each result belongs to; by the blocks that `blocks` returns
 */
export function connectTools(messages) {
    const results = new Map();
    const called = new Map();
    const open = new Map();
    for (const message of messages) {
        for (const block of blocks(message)) {
            if (block.kind === 'call' && block.id !== null && !block.hasOutput) {
                open.set(block.id, [...open.get(block.id) ?? [], { block, message }]);
            } else if (block.kind === 'result' && open.get(block.id)?.length > 0) {
                const call = open.get(block.id).pop();
                results.set(call.block, { block, message });
                called.set(block, call);
            }
        }
    }
    return { results, called };
}

/** True if a result arrived for a call of a message, or a call for a result. */
export function toolsChanged(message, before, next) {
    return before !== next && blocks(message).some(block => before.results.get(block)?.block !== next.results.get(block)?.block
        || before.called.get(block)?.block !== next.called.get(block)?.block);
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
    const took = timeOf(second?.createdAt) - timeOf(first?.createdAt);
    return Number.isFinite(took) && took >= 0 ? took : null;
}

/** The number of bytes of a value as it would be sent: a text as it is, any other value as JSON. */
export function sizeOf(value) {
    const text = typeof value === 'string' ? value : JSON.stringify(value) ?? '';
    return new Blob([text]).size;
}
