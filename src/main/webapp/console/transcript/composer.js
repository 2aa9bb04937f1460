import { html, useRef, useState } from '../core/html.js';
import { rememberPage } from '../core/router.js';
import { Problem } from '../parts/problem.js';
import { appended, messageText, send } from './actions.js';

/** Appends a message at the end of the shown path. */
export function Composer({ session, part, context }) {
    const [role, setRole] = useState('user');
    const [text, setText] = useState('');
    const [state, setState] = useState({ busy: false, error: null });
    const isSending = useRef(false);
    if (session.endedAt) {
        return html`<p class="composer muted">The session has ended and accepts no more messages.</p>`;
    }
    const isLatest = part.leafId === session.leafId;
    const submit = async event => {
        event.preventDefault();
        if (isSending.current) {
            return;
        }
        isSending.current = true;
        const isHere = rememberPage();
        setState({ busy: true, error: null });
        try {
            const answer = await send(context, messageText(role, text), placeOf(part, isLatest));
            setText(now => (now === text ? '' : now));
            setState({ busy: false, error: null });
            context.changed();
            appended(context, answer, isHere);
        } catch (error) {
            setState({ busy: false, error });
        } finally {
            isSending.current = false;
        }
    };
    const onKey = event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '') {
            submit(event);
        } else if (event.key === 'Escape') {
            event.target.blur();
        }
    };
    return html`<form class="composer" onSubmit=${submit}>
        <${Problem} error=${state.error} />
        <div class="composer-row">
            <select aria-label="Role" onChange=${event => setRole(event.target.value)}>
                ${['user', 'assistant', 'system', 'tool'].map(one => html`<option selected=${one === role}>${one}</option>`)}
            </select>
            <textarea rows=${Math.min(8, Math.max(1, text.split('\n').length))} value=${text} onInput=${event => setText(event.target.value)}
                onKeyDown=${onKey} aria-label="Message to append" placeholder=${isLatest ? 'Append a message: text, or JSON' : 'Continue this branch: text, or JSON'} />
            <button class="primary" disabled=${state.busy || text.trim() === ''} title="Ctrl+Enter">Append</button>
        </div>
    </form>`;
}

/** Where the message goes: after the end of the shown path, and nowhere else if the session has gone on meanwhile. */
function placeOf({ leafId }, isLatest) {
    if (leafId === null) {
        return { expected: { expectEmpty: true } };
    }
    return isLatest ? { expected: { expectedLeafId: leafId } } : { parentId: leafId };
}
