import { useEffect, useRef, useState } from './html.js';
import { isAbort, open } from './api.js';
import { follow } from './follow.js';

/**
 * Follows a stream while a component is shown.
 *
 * @param {?string[]} segments path of the stream below `/v1`; null: no stream
 * @param {object} query
 * @param {{event: function(StreamEvent), gap?: function()}} receiver as in `follow`; the functions of the latest
 *     rendering are called
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
        const connect = (lastId, signal) => open(segments, { query, signal,
            headers: { Accept: 'text/event-stream', ...lastId && { 'Last-Event-ID': lastId } } });
        follow(connect, {
            event: event => controller.signal.aborted || current.current.event(event),
            gap: () => controller.signal.aborted || current.current.gap?.(),
            state: (next, error = null) => controller.signal.aborted || setState({ state: next, error }),
            endsWith: event => endsStream(segments, event),
        }, controller.signal).catch(error => isAbort(error) || setState({ state: 'refused', error }));
        return () => controller.abort();
    }, [JSON.stringify([segments, query])]);
    return state;
}

/** True if the stream of a session ends with this event. */
function endsStream(segments, event) {
    return segments[0] === 'sessions' && (event.type === 'SessionDeleted' || event.type === 'SessionExpired');
}
