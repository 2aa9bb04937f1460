import { get, getExact } from '../core/api.js';
import { align, fold, words } from '../core/diff.js';
import { readSides } from '../core/common-path.js';
import { html, useEffect, useMemo, useState } from '../core/html.js';
import { useLoad, usePages } from '../core/load.js';
import { roleClass } from '../core/role.js';
import { setQuery } from '../core/router.js';
import { messageUrl } from '../core/url.js';
import { count, number } from '../core/words.js';
import { Parts } from '../parts/compare.js';
import { Busy, Problem } from '../parts/problem.js';
import { Time } from '../parts/small.js';
import { More } from '../parts/table.js';
import { contentOf, differentTexts, plainText } from '../transcript/plain-text.js';
import { Settings } from './diff-settings.js';

/** Rows that are shown at first, and added at a time: each compares words, so thousands at once would stop the page. */
const ROWS = 100;

/** View 7: two branches of a session, or a session and its fork, beside each other. */
export default function DiffView({ route, session, namespace }) {
    const sides = sidesOf(route.query, session, namespace);
    return html`<div class="stack">
        <${Chooser} query=${route.query} session=${session} namespace=${namespace} sides=${sides} />
        ${sides.left.leaf === sides.right.leaf && sides.left.session === sides.right.session
            ? html`<p class="empty">Choose two branches that differ${session.parentSessionId ? ', or compare the fork with its source' : ''}.</p>`
            : html`<${Comparison} sides=${sides} />`}
    </div>`;
}

/** The right side is a branch of this session; the left one another of its branches, or one of the session `with`. */
function sidesOf(query, session, namespace) {
    const other = query.with ?? (query.left ? null : session.forkedAtMessageId ? session.parentSessionId : null);
    return {
        left: other
            ? { session: other, namespace: query.withNamespace ?? namespace, leaf: query.left ?? null }
            : { session: session.id, namespace, leaf: query.left ?? session.leafId },
        right: { session: session.id, namespace, leaf: query.right ?? query.leaf ?? session.leafId },
    };
}

function Chooser({ query, session, namespace, sides }) {
    const isFork = sides.left.session !== session.id;
    const forks = usePages((cursor, signal) => get(['sessions'], { namespace, parent: session.id, limit: 200, cursor }, signal), [session.id, namespace]);
    const known = forks.items.filter(({ forkedAtMessageId }) => forkedAtMessageId !== null);
    return html`<section class="card stack" aria-label="What is compared">
        <div class="row between"><h2>Differences</h2><div class="row">
            <button class="small" aria-pressed=${!isFork} onClick=${() => setQuery({ with: '', withNamespace: '', left: session.leafId })}>Two branches</button>
            ${session.parentSessionId && html`<button class="small" aria-pressed=${isFork && sides.left.session === session.parentSessionId}
                onClick=${() => setQuery({ with: session.parentSessionId, left: '' })}>With its source</button>`}
            ${known.length > 0 && html`<select aria-label="With a fork" value=${isFork ? sides.left.session : ''}
                    onChange=${event => event.target.value && setQuery({ with: event.target.value, withNamespace: '', left: '' })}>
                <option value="">With a fork…</option>
                ${known.map(({ id, name }) => html`<option value=${id} selected=${id === sides.left.session}>${name ? `${name} (${id})` : id}</option>`)}
            </select>`}</div></div>
        <${More} list=${forks} text="More forks" />
        <div class="two-columns">
            <${LeafChoice} title=${isFork ? `Left: session ${sides.left.session}` : 'Left'} name="left" side=${sides.left}
                also=${isFork ? { with: sides.left.session } : {}} />
            <${LeafChoice} title=${isFork ? `Right: session ${session.id}` : 'Right'} name="right" side=${sides.right} also=${{}} />
        </div></section>`;
}

/** A list of the leaves of a session; the chosen one is in the URL, with the parameters in `also`. */
function LeafChoice({ title, name, side, also }) {
    const list = usePages((cursor, signal) => get(['sessions', side.session, 'leaves'], { namespace: side.namespace, limit: 200, cursor }, signal),
        [side.session, side.namespace]);
    const known = list.items.some(item => item.message.id === side.leaf);
    return html`<div class="stack tight"><label class="field"><span class="name">${title}</span>
        <select value=${side.leaf ?? ''} onChange=${event => setQuery({ ...also, [name]: event.target.value })}>
            ${side.leaf === null ? html`<option value="" selected>its leaf</option>` : !known && html`<option value=${side.leaf} selected>${side.leaf}</option>`}
            ${list.items.map(item => html`<option value=${item.message.id} selected=${item.message.id === side.leaf}>
                ${item.message.id}: ${plainText(item.message).slice(0, 60)}</option>`)}
        </select></label>
        ${list.hasMore && html`<${More} list=${list} text="More branches" />`}
        <${Problem} error=${list.hasMore ? null : list.error} retry=${list.reload} /></div>`;
}

function Comparison({ sides }) {
    const { data, error, loading, reload } = useLoad(signal => readSides(sides, (side, query) =>
        getExact(['sessions', side.session, 'history'], { namespace: side.namespace, raw: true, leafId: side.leaf, ...query }, signal)),
        [JSON.stringify(sides)]);
    if (!data) {
        return error ? html`<${Problem} error=${error} retry=${reload} />` : loading && html`<${Busy} text="Comparing…" />`;
    }
    return html`<${Rows} data=${data} sides=${sides} /><${Settings} sides=${sides} />`;
}

function Rows({ data, sides }) {
    const rows = useMemo(() => fold(align(data.left, data.right,
        message => JSON.stringify(contentOf(message)), message => message.role)), [data]);
    const [shown, setShown] = useState(ROWS);
    useEffect(() => setShown(ROWS), [data]);
    const { left, right } = sides;
    return html`<section class="stack" aria-label="Messages">
        ${data.isPartial && html`<p class="hint">The branches differ in more messages than are compared here. These are the newest ones of both.</p>`}
        <p class="fold-line">${data.common === 0 ? 'No messages in common'
            : html`${count(data.common, 'message')} in common${data.lastCommon && html`, up to <a href=${messageUrl(right.session, right.namespace, data.lastCommon, { leaf: right.leaf })}>${data.lastCommon}</a>`}`}</p>
        ${data.left.length === 0 && html`<p class="muted">The left branch ends there.</p>`}
        ${data.right.length === 0 && html`<p class="muted">The right branch ends there.</p>`}
        <ol class="diff-rows">${rows.slice(0, shown).map((row, i) => row.kind === 'fold'
            ? html`<${Fold} key=${i} rows=${row.rows} sides=${sides} />`
            : html`<${Row} key=${i} row=${row} sides=${sides} />`)}</ol>
        ${rows.length > shown && html`<p class="more"><button onClick=${() => setShown(shown + ROWS)}>More rows, of ${number(rows.length - shown)}</button></p>`}
    </section>`;
}

function Fold({ rows, sides }) {
    const [isOpen, setOpen] = useState(false);
    return isOpen ? rows.map((row, i) => html`<${Row} key=${i} row=${row} sides=${sides} />`)
        : html`<li class="fold-line"><button class="plain small" onClick=${() => setOpen(true)}>${count(rows.length, 'equal message')}. Show</button></li>`;
}

function Row({ row, sides }) {
    const [before, after] = useMemo(() => textsOf(row), [row]);
    const parts = useMemo(() => (row.kind === 'changed' ? words(before, after) : null), [row.kind, before, after]);
    return html`<li class=${'two-columns diff-row ' + row.kind}>
        <${Cell} message=${row.left} side=${sides.left} text=${before} parts=${parts} which="before" />
        <${Cell} message=${row.right} side=${sides.right} text=${after} parts=${parts} which="after" /></li>`;
}

function textsOf({ kind, left, right }) {
    return kind === 'changed' ? differentTexts(left, right) : [left, right].map(message => (message ? plainText(message) : ''));
}

function Cell({ message, side, text, parts, which }) {
    if (!message) {
        return html`<div class="cell none"><span class="unseen">nothing on this side</span></div>`;
    }
    return html`<article class="cell stack tight" aria-label=${message.role + ' ' + message.id}>
        <p class="row"><span class=${'who ' + roleClass(message.role)}>${message.role}</span>
            <a class="mono clip" href=${messageUrl(side.session, side.namespace, message.id, { leaf: side.leaf })}>${message.id}</a>
            ${message.createdAt && html`<span class="muted"><${Time} at=${message.createdAt} /></span>`}</p>
        ${parts === null ? html`<pre class="words">${text}</pre>` : html`<${Parts} parts=${parts} side=${which} />`}
    </article>`;
}
