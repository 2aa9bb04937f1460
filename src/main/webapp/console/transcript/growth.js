import { useFeed } from '../core/feed.js';
import { html, useEffect, useRef, useState } from '../core/html.js';
import { count } from '../core/words.js';

/** Events after which the shown messages may be out of date. */
const CHANGES = new Set(['MessageUpdated', 'MessagesDeleted', 'MessagesPurged', 'HistoryCleared', 'Compacted', 'CompactionUndone']);

/** Time in which events are collected before the session is read, in milliseconds. */
const PAUSE = 400;

/** Events that arrive so soon after the session was read again are those of the own change, in milliseconds. */
const OWN_CHANGE = 3000;

/**
 * Lets an open session grow: messages that others append appear at its end, and a notice says so if the end is not in
 * view. After other changes a button offers to read the session again, so that nothing moves by itself.
 * @param {{session: string, namespace: string, grow: function(): Promise<number>, changed: function(),
 *     reloadSession: function(), toEnd: function(), version: number}} props `version` changes when the session is read
 *     again
 */
export function Growth({ session, namespace, grow, changed, reloadSession, toEnd, version }) {
    const [added, setAdded] = useState(0);
    const [isStale, setStale] = useState(false);
    const timer = useRef(0);
    const latest = useRef({});
    latest.current = { grow, reloadSession };
    const readAt = useRef(-OWN_CHANGE);
    useEffect(() => {
        setStale(false);
        setAdded(0);
        readAt.current = version === 0 ? -OWN_CHANGE : performance.now();
    }, [version]);
    useEffect(() => () => clearTimeout(timer.current), []);
    const later = () => {
        clearTimeout(timer.current);
        timer.current = setTimeout(async () => {
            const more = await latest.current.grow();
            setAdded(before => before + more);
            latest.current.reloadSession();
        }, PAUSE);
    };
    const feed = useFeed(['sessions', session, 'events'], { namespace }, {
        event: ({ type }) => {
            if (type === 'MessageAppended') {
                later();
            } else if (CHANGES.has(type) && performance.now() - readAt.current > OWN_CHANGE) {
                setStale(true);
            }
        },
        gap: later,
    });
    return html`<div class="growth" role="status">
        ${added > 0 && html`<button class="small" onClick=${() => { setAdded(0); toEnd(); }}>${count(added, 'new message')} below</button>`}
        ${isStale && html`<button class="small" onClick=${() => { setStale(false); changed(); }}>The session has changed: show it</button>`}
        ${feed.state === 'lost' && html`<span class="chip warn">not connected; new messages do not appear</span>`}
    </div>`;
}
