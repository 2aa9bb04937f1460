import { get } from '../core/api.js';
import { html } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { roleClass } from '../core/role.js';
import { messageUrl } from '../core/url.js';
import { count } from '../core/words.js';
import { Problem } from '../parts/problem.js';
import { plainText } from '../transcript/plain-text.js';

/** Longest history of which every message is drawn. */
const SHOWN = 400;

/** Messages that are drawn on each side of both ends of a range, if the history is longer. */
const NEAR = 40;

/** The visible history with the messages shaded that a plan would hide; of a long one what is near the range's ends. */
export function Outline({ plan, session, namespace, leaf }) {
    const path = ['sessions', session.id, 'history'];
    const end = useLoad(signal => get(path, { namespace, last: SHOWN, leafId: leaf }, signal), [session, namespace, leaf]);
    const isFar = end.data?.truncated === true && !end.data.messages.some(({ id }) => id === plan.fromMessageId);
    const ends = useLoad(signal => (isFar ? readEnds(path, { namespace, leafId: leaf }, plan, signal) : Promise.resolve(null)),
        [isFar, session, namespace, leaf, plan.fromMessageId, plan.toMessageId]);
    const parts = isFar ? ends.data : end.data && [end.data.messages];
    if (!parts) {
        return html`<${Problem} error=${end.error ?? ends.error} retry=${end.error ? end.reload : ends.reload} />`;
    }
    const rows = shaded(parts, plan);
    const drawn = parts.flat().length;
    return html`<div class="stack tight">
        <p class="muted">${isFar ? 'The history is long; these are the messages near both ends of the range. '
            : end.data.truncated ? `The last ${count(drawn, 'visible message')}; older ones are not drawn here. ` : ''}
            Shaded messages would be hidden.</p>
        <ol class="outline" aria-label="Visible history">${rows.map(({ message, hidden, gap }) => gap
            ? html`<li key="gap" class="hidden-soon"><span class="muted">… more messages, which would be hidden, too</span></li>`
            : html`<li key=${message.id} class=${hidden ? 'hidden-soon' : ''}>
            <span class=${'who ' + roleClass(message.role)}>${message.role}</span>
            <a class="clip" href=${messageUrl(session.id, namespace, message.id, { leaf })}>${plainText(message).slice(0, 200) || message.id}</a>
            ${hidden && html`<span class="unseen">would be hidden</span>`}</li>`)}</ol>
    </div>`;
}

/** Reads what is near the first and near the last message of a plan's range: two lists, or one if they meet. */
async function readEnds(path, query, { fromMessageId, toMessageId, protectedHead }, signal) {
    const read = async more => (await get(path, { ...query, ...more }, signal)).messages;
    const [head, first, last, tail] = await Promise.all([
        protectedHead > 0 ? read({ before: fromMessageId, last: NEAR }) : [],
        read({ from: fromMessageId, first: NEAR }),
        read({ before: toMessageId, last: NEAR }),
        read({ from: toMessageId, first: NEAR }),
    ]);
    return joined([...head, ...first], [...last, ...tail]);
}

/** Two parts of a history as one if the second begins within the first or before it. */
export function joined(one, other) {
    const known = new Set(one.map(({ id }) => id));
    return other.some(({ id }) => known.has(id)) ? [[...one, ...other.filter(({ id }) => !known.has(id))]] : [one, other];
}

/**
 * Marks the messages from the first to the last one of the plan. Between two parts is a row for what is not drawn.
 * @param {object[][]} parts
 * @returns {{message: object, hidden: boolean, gap: boolean}[]} no message is marked if the parts are not of this plan
 */
export function shaded(parts, plan) {
    const messages = parts.flat();
    const last = messages.findIndex(message => message.id === plan.toMessageId);
    const first = messages.findIndex(message => message.id === plan.fromMessageId);
    const rows = messages.map((message, i) => ({ message, hidden: first >= 0 && i <= last && i >= first, gap: false }));
    if (parts.length > 1) {
        rows.splice(parts[0].length, 0, { message: null, hidden: true, gap: true });
    }
    return rows;
}
