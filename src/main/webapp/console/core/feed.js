import { useEffect, useRef, useState } from './html.js';
import { isAbort, open } from './api.js';
import { createParser } from './sse.js';

/** Without any byte for this long, heartbeats included, a connection counts as lost. In milliseconds. */
const SILENCE = 50_000;

/** Longest pause before a connection is tried again, in milliseconds. */
const MAX_PAUSE = 30_000;

/**
 * Follows a stream of events until the signal aborts, and connects again after each loss, with the id of the last event
 * that was received, so that none is missing and none comes twice.
 *
 * @param {string[]} segments path of the stream below `/v1`
 * @param {object} query
 * @param {{event: function(StreamEvent), state: function(FeedState), gap: function()}} receiver `gap`: events are
 *     missing, because the log does not reach back far enough; the stream continues with new ones
 * @param {AbortSignal} signal
 * @typedef {'connecting'|'live'|'lost'|'ended'|'refused'} FeedState
 */
export async function follow(segments, query, receiver, signal) {
    const connection = { lastId: null, retry: 3000, losses: 0, ended: false };
    while (!signal.aborted && !connection.ended) {
        receiver.state('connecting');
        try {
            await read(segments, query, receiver, connection, signal);
        } catch (error) {
            if (signal.aborted) {
                return;
            }
            if (error.status === 410) {
                connection.lastId = null;
                receiver.gap();
                continue;
            }
            if (error.status >= 400 && error.status < 500) {
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
async function read(segments, query, receiver, connection, signal) {
    const silence = new AbortController();
    const abort = () => silence.abort();
    signal.addEventListener('abort', abort, { once: true });
    let timer = setTimeout(abort, SILENCE);
    try {
        const headers = { Accept: 'text/event-stream' };
        if (connection.lastId) {
            headers['Last-Event-ID'] = connection.lastId;
        }
        const response = await open(segments, { query, headers, signal: silence.signal });
        receiver.state('live');
        connection.losses = 0;
        const parse = createParser({
            event: event => {
                connection.lastId = event.id || connection.lastId;
                connection.ended ||= endsStream(segments, event);
                receiver.event(event);
            },
            retry: milliseconds => connection.retry = milliseconds,
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

/** True if the stream of a session ends with this event. */
function endsStream(segments, event) {
    return segments[0] === 'sessions' && (event.type === 'SessionDeleted' || event.type === 'SessionExpired');
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

/**
 * Follows a stream while a component is shown.
 *
 * @param {?string[]} segments null: no stream
 * @param {object} query
 * @param {{event: function(StreamEvent), gap?: function()}} receiver the functions of the latest rendering are called
 * @returns {{state: FeedState, error: ?Error}}
 */
export function useFeed(segments, query, receiver) {
    const [state, setState] = useState({ state: 'connecting', error: null });
    const current = useRef(receiver);
    current.current = receiver;
    useEffect(() => {
        if (!segments) {
            return undefined;
        }
        const controller = new AbortController();
        follow(segments, query, {
            event: event => controller.signal.aborted || current.current.event(event),
            gap: () => controller.signal.aborted || current.current.gap?.(),
            state: (next, error = null) => controller.signal.aborted || setState({ state: next, error }),
        }, controller.signal).catch(error => isAbort(error) || setState({ state: 'refused', error }));
        return () => controller.abort();
    }, [JSON.stringify([segments, query])]);
    return state;
}
