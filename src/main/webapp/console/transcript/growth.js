import { getExact } from '../core/api.js';
import { useFeed } from '../core/feed.js';
import { html, useEffect, useRef, useState } from '../core/html.js';
import { count } from '../core/words.js';
import { CHANGES, isOutdated } from './outdated.js';
import { messagesOf } from './part.js';

/** Events after which the header of the session may be out of date. */
const SESSION_CHANGES = new Set(['SessionUpdated', 'SessionSplit']);

/** Time in which events are collected before the session is read, in milliseconds. */
const PAUSE = 400;

/**
 * Lets an open session grow: messages that others append appear at its end, and a notice says so if the end is not in
 * view, or if they are on another branch. After other changes a button offers to read the session again, so that nothing
 * moves by itself.
 * @param {{session: object, namespace: string, grow: function(): Promise<number>, changed: function(),
 *     grown: function(), toEnd: function(), toLatest: function(), part: ?object, overlays: object[], busy: boolean,
 *     isAtEnd: boolean, isCurrent: boolean, version: number}} props `grown`: reads what else depends on the messages;
 *     `part`: the shown part; `busy`: messages are being read; `isAtEnd`: the end of the path is in view; `isCurrent`: part
 *     and overlays were read for `version`, which changes when the session is read again
 */
export function Growth({ session, namespace, grow, changed, grown, toEnd, toLatest, part, overlays, busy, isAtEnd, isCurrent, version }) {
    const [added, setAdded] = useState(0);
    const [isStale, setStale] = useState(false);
    const [pending, setPending] = useState([]);
    const [appended, setAppended] = useState(null);
    const timer = useRef(0);
    const latest = useRef({});
    latest.current = { grow, grown, version };
    useEffect(() => {
        setStale(false);
        setAdded(0);
    }, [version]);
    useEffect(() => {
        if (isAtEnd) {
            setAdded(0);
        }
    }, [isAtEnd]);
    useEffect(() => {
        if (isCurrent && pending.length > 0) {
            setPending([]);
            changesShown(pending, { session, namespace, part, overlays })
                .then(isChanged => isChanged && latest.current.version === version && setStale(true));
        }
    }, [isCurrent, pending]);
    useEffect(() => () => clearTimeout(timer.current), []);
    const later = () => {
        timer.current ||= setTimeout(async () => {
            timer.current = 0;
            const more = await latest.current.grow();
            setAdded(before => before + more);
            latest.current.grown();
        }, PAUSE);
    };
    const feed = useFeed(['sessions', session.id, 'events'], { namespace }, {
        event: ({ type, data }) => {
            if (type === 'MessageAppended') {
                setAppended(JSON.parse(data).messageId);
                later();
            } else if (CHANGES.has(type)) {
                setPending(before => [...before, { type, data: JSON.parse(data) }]);
            } else if (SESSION_CHANGES.has(type)) {
                later();
            }
        },
        gap: () => {
            setStale(true); // Edits and deletions may be among the events that are missing.
            later();
        },
    });
    useEffect(() => {
        if (feed.state === 'live') {
            later(); // The session may have grown between the first reading and the beginning of the stream.
        }
    }, [feed.state]);
    const isElsewhere = !busy && appended !== null && appended === session.leafId && appended !== part?.leafId;
    return html`<div class="growth" role="status">
        ${added > 0 && html`<button class="small" onClick=${() => { setAdded(0); toEnd(); }}>${count(added, 'new message')} below</button>`}
        ${isElsewhere && html`<button class="small" onClick=${toLatest}>New messages on another branch: show them</button>`}
        ${isStale && html`<button class="small" onClick=${() => { setStale(false); changed(); }}>The session has changed: show it</button>`}
        ${feed.state === 'lost' && html`<span class="chip warn">not connected; new messages do not appear</span>`}
        ${feed.state === 'ended' && html`<span class="chip warn">the session was deleted</span>`}
        ${feed.state === 'refused' && html`<span class="chip warn">new messages do not appear: ${feed.error?.message}</span>`}
    </div>`;
}

/** True if one of some events has changed what is shown, and not only what was read already. */
async function changesShown(events, { session, namespace, part, overlays }) {
    const shown = new Map(part ? messagesOf(part).map(message => [message.id, message]) : []);
    const view = {
        isShown: id => document.getElementById('m-' + id) !== null,
        hasMessages: shown.size > 0,
        overlays: new Set(overlays.map(({ id }) => id)),
    };
    for (const event of events) {
        const outdated = isOutdated(event, view);
        if (outdated === true || (outdated && await differs(['sessions', session.id, 'messages', outdated], namespace, shown.get(outdated)))) {
            return true;
        }
    }
    return false;
}

async function differs(path, namespace, shown) {
    try {
        return JSON.stringify((await getExact(path, { namespace })).message) !== JSON.stringify(shown);
    } catch {
        return true; // The message is gone, or nobody knows: reading the session again shows it.
    }
}
