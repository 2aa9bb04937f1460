import { createParser } from './sse.js';

/** Without any byte for this long, heartbeats included, a connection counts as lost. In milliseconds. */
const SILENCE = 50_000;

/** Longest pause before a connection is tried again, in milliseconds. */
const MAX_PAUSE = 30_000;

/** Client errors that go away by themselves: a timeout, and too many requests or streams. */
const TEMPORARY = new Set([408, 429]);

/**
 * Follows a stream of events until the signal aborts, and connects again after each loss, with the last id that was
 * received, so that no event is missing and none comes twice. The server sends an id at the beginning of each
 * connection, before the first event.
 *
 * @param {function(?string, AbortSignal): Promise<Response>} open opens a connection; gets the id after which the stream
 *     resumes, or null to begin now; fails with an error that has a `status`
 * @param {{event: function(StreamEvent), state: function(FeedState, Error=), gap: function(),
 *     endsWith: function(StreamEvent): boolean}} receiver `gap`: events are missing, because the log does not reach back
 *     far enough; the stream continues with new ones. `endsWith`: true for an event after which none follows
 * @param {AbortSignal} signal
 * @typedef {'connecting'|'live'|'lost'|'ended'|'refused'} FeedState
 */
export async function follow(open, receiver, signal) {
    const connection = { lastId: null, retry: 3000, losses: 0, ended: false };
    while (!signal.aborted && !connection.ended) {
        receiver.state('connecting');
        try {
            await read(open, receiver, connection, signal);
        } catch (error) {
            if (signal.aborted) {
                return;
            }
            if (error.status === 410) {
                connection.lastId = null;
                receiver.gap();
                continue;
            }
            if (error.status >= 400 && error.status < 500 && !TEMPORARY.has(error.status)) {
                receiver.state('refused', error);
                return;
            }
        }
        if (!connection.ended) {
            receiver.state('lost');
            await pause(Math.min(MAX_PAUSE, connection.retry * 2 ** Math.min(4, connection.losses++)), signal);
        }
    }
    if (connection.ended) {
        receiver.state('ended');
    }
}

/** Reads one connection to its end. */
async function read(open, receiver, connection, signal) {
    const silence = new AbortController();
    const abort = () => silence.abort();
    signal.addEventListener('abort', abort, { once: true });
    let timer = setTimeout(abort, SILENCE);
    try {
        const response = await open(connection.lastId, silence.signal);
        receiver.state('live');
        connection.losses = 0;
        const parse = createParser({
            id: id => {
                connection.lastId = id || null;
            },
            event: event => {
                connection.ended ||= receiver.endsWith(event);
                receiver.event(event);
            },
            retry: milliseconds => {
                connection.retry = milliseconds;
            },
        });
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (;;) {
            const { value, done } = await reader.read();
            if (done) {
                return;
            }
            clearTimeout(timer);
            timer = setTimeout(abort, SILENCE);
            parse(value);
        }
    } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
    }
}

function pause(milliseconds, signal) {
    return new Promise(resolve => {
        const timer = setTimeout(resolve, milliseconds);
        signal.addEventListener('abort', () => {
            clearTimeout(timer);
            resolve();
        }, { once: true });
    });
}
