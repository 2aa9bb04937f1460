import { get, post, remove } from '../core/api.js';
import { html, useEffect, useState } from '../core/html.js';
import { useLoad, usePages } from '../core/load.js';
import { setQuery } from '../core/router.js';
import { agentOf } from '../core/session-agent.js';
import { messageUrl } from '../core/url.js';
import { count, number } from '../core/words.js';
import { ask, confirm } from '../parts/dialog.js';
import { notify } from '../parts/notice.js';
import { Busy, Problem } from '../parts/problem.js';
import { Time } from '../parts/small.js';
import { More } from '../parts/table.js';
import { LongText } from '../parts/text.js';
import { Outline } from './compaction-outline.js';

/** What the server uses where neither URL nor agent says otherwise. */
const DEFAULTS = { protectHead: 3, tailTokenBudget: 20_000, minTailMessages: 2 };

/** Pause after a slider moved, before the plan is asked for, in milliseconds. */
const SETTLE = 250;

const REASONS = {
    'too-few-messages': 'The history has too few messages.',
    'empty-middle': 'Head and tail protect all messages. Protect fewer of them.',
    'nothing-new': 'Everything between head and tail is summarized already.',
    'too-large': 'A tool call with its results is larger than the server may hold in memory for a summary.',
};

/** View 6: what a compaction would hide, with sliders for head and tail; then it runs, or takes a pasted summary. */
export default function CompactionView({ route, session, namespace, reloadSession }) {
    const { data, error, reload } = useLoad(async signal => ({ agent: await agentOf(session, signal) }), [session.agent]);
    if (!data) {
        return error ? html`<${Problem} error=${error} retry=${reload} />` : html`<${Busy} />`;
    }
    const settings = { ...DEFAULTS, ...pick(data.agent?.compaction), ...fromQuery(route.query) };
    return html`<div class="stack">
        <${Preview} session=${session} namespace=${namespace} settings=${settings} leaf=${route.query.leaf}
            summarizer=${data.agent?.compaction?.summarizer ?? 'extractive'} reloadSession=${reloadSession} />
        <${Compactions} session=${session} namespace=${namespace} reloadSession=${reloadSession} />
    </div>`;
}

function pick(compaction) {
    return Object.fromEntries(Object.keys(DEFAULTS).filter(key => typeof compaction?.[key] === 'number')
        .map(key => [key, compaction[key]]));
}

function fromQuery(query) {
    return Object.fromEntries(Object.keys(DEFAULTS).filter(key => /^\d+$/.test(query[key] ?? '')).map(key => [key, Number(query[key])]));
}

function Preview({ session, namespace, settings, leaf, summarizer, reloadSession }) {
    const [moved, setMoved] = useMoved();
    const settled = JSON.stringify({ ...settings, leafId: leaf || null });
    const path = ['sessions', session.id];
    const isOtherBranch = Boolean(leaf) && leaf !== session.leafId;
    const plan = useLoad(signal => post([...path, 'compact'], JSON.parse(settled), { query: { namespace, dryRun: true, messages: false }, signal }),
        [settled, session, namespace]);
    const [state, setState] = useState({ busy: false, error: null });
    const run = async (work, done) => {
        setState({ busy: true, error: null });
        try {
            done(await work());
            setState({ busy: false, error: null });
            reloadSession();
            plan.reload();
        } catch (error) {
            setState({ busy: false, error });
        }
    };
    const undo = id => run(() => remove([...path, 'compactions', id], { query: { namespace } }), () => notify('The compaction is undone.'));
    const compact = async () => {
        if (await confirm({ title: 'Compact the session?', text: `The summarizer "${summarizer}" writes a summary, which stands for the shaded messages. They stay stored, and the compaction can be undone.`, confirm: 'Compact' })) {
            run(() => post([...path, 'compact'], JSON.parse(settled), { query: { namespace } }), result => (result.compacted
                ? notify(`Compacted: ${number(result.compaction.tokensBefore)} → ${number(result.compaction.tokensAfter)} tokens.`,
                    { label: 'Undo', run: () => undo(result.compaction.id) })
                : notify(REASONS[result.reason] ?? result.reason)));
        }
    };
    const paste = async () => {
        const created = await pasteSummary(path, namespace, plan.data.plan);
        if (created) {
            notify('The summary is stored.', { label: 'Undo', run: () => undo(created.id) });
            reloadSession();
            plan.reload();
        }
    };
    return html`<section class="card stack" aria-labelledby="preview-title" aria-busy=${plan.loading}>
        <header><h2 id="preview-title">Preview of the next compaction</h2><span class="row">
            <button disabled=${!plan.data?.plan || state.busy} onClick=${paste}>Paste a summary</button>
            <button class="primary" disabled=${!plan.data?.plan || state.busy} onClick=${compact}>${state.busy ? 'Working…' : 'Compact now'}</button></span></header>
        ${isOtherBranch && html`<p class="hint">Of another branch than the latest, up to
            <a href=${messageUrl(session.id, namespace, leaf, { leaf })}>${leaf}</a>.</p>`}
        <${Sliders} settings=${{ ...settings, ...moved }} session=${session} move=${setMoved} />
        <${Problem} error=${state.error} />
        <${Problem} error=${plan.error} retry=${plan.reload} />
        ${plan.data && !plan.data.plan && html`<p class="hint">${REASONS[plan.data.reason] ?? plan.data.reason}</p>`}
        ${plan.data?.plan ? html`<${Facts} plan=${plan.data.plan} session=${session} isOtherBranch=${isOtherBranch} />
            <${Outline} plan=${plan.data.plan} session=${session} namespace=${namespace} leaf=${leaf} />`
            : plan.loading && html`<${Busy} text="Planning…" />`}
    </section>`;
}

/** Values of sliders that are being moved. When they rest, they are written into the URL. */
function useMoved() {
    const [moved, setMoved] = useState({});
    useEffect(() => {
        const timer = setTimeout(() => {
            if (Object.keys(moved).length > 0) {
                setQuery(moved, { replace: true });
                setMoved({});
            }
        }, SETTLE);
        return () => clearTimeout(timer);
    }, [moved]);
    return [moved, (name, value) => setMoved(before => ({ ...before, [name]: Number(value) }))];
}

function Sliders({ settings, session, move }) {
    const maxHead = Math.max(10, Math.min(200, session.messageCount));
    const maxTail = Math.max(1000, Math.ceil(session.tokens / 100) * 100, settings.tailTokenBudget);
    return html`<div class="sliders">
        <${Slider} move=${move} label="Head: protected messages at the beginning" name="protectHead" value=${settings.protectHead} max=${maxHead} step=${1} unit="message" />
        <${Slider} move=${move} label="Tail: protected tokens at the end" name="tailTokenBudget" value=${settings.tailTokenBudget} max=${maxTail}
            step=${Math.max(1, Math.round(maxTail / 200))} unit="token" />
        <${Slider} move=${move} label="Tail: protected messages at least" name="minTailMessages" value=${settings.minTailMessages} max=${Math.max(20, settings.minTailMessages)} step=${1} unit="message" />
    </div>`;
}

function Slider({ label, name, value, max, step, unit, move }) {
    return html`<label class="field"><span class="name">${label}</span>
        <span class="row nowrap"><input class="grow" type="range" min="0" max=${max} step=${step} value=${Math.min(value, max)}
            aria-valuetext=${count(value, unit)} onInput=${event => move(name, event.target.value)} />
            <output class="number">${count(value, unit)}</output></span></label>`;
}

function Facts({ plan, session, isOtherBranch }) {
    const saved = plan.tokensBefore - plan.targetTokens;
    return html`<p class="row" role="status"><strong>${count(plan.messageCount, 'message')} would be hidden</strong>
        <span>${number(plan.tokensBefore)} → about ${number(plan.targetTokens)} tokens</span>
        ${!isOtherBranch && html`<span class="chip on">history ${number(session.tokens)} → about ${number(Math.max(0, session.tokens - saved))} tokens</span>`}
        ${plan.remaining > 0 && html`<span class="chip warn">${count(plan.remaining, 'message')} left to the next compaction</span>`}</p>`;
}

function pasteSummary(path, namespace, plan) {
    return ask({
        title: 'Paste a summary',
        text: `It stands for ${count(plan.messageCount, 'message')}, from ${plan.fromMessageId} to ${plan.toMessageId}. `
            + (plan.previousSummary ? 'It must include what the earlier summary says, because it replaces that one, too.' : ''),
        confirm: 'Store',
        wide: true,
        fields: [{ name: 'summary', label: 'Summary', type: 'area', rows: 12, required: true, value: plan.previousSummary ?? '',
            note: `About ${count(plan.targetTokens, 'token')} would be a good length.` }],
        send: ({ summary }) => post([...path, 'compactions'],
            { fromMessageId: plan.fromMessageId, toMessageId: plan.toMessageId, summary, expectedRangeVersion: plan.rangeVersion },
            { query: { namespace } }),
    });
}

/** All compactions of the session, with undo. */
function Compactions({ session, namespace, reloadSession }) {
    const path = ['sessions', session.id, 'compactions'];
    const list = usePages((cursor, signal) => get(path, { namespace, limit: 50, cursor }, signal), [session, namespace]);
    const undo = async compaction => {
        const done = await ask({
            title: 'Undo this compaction?',
            text: `Readers see the ${count(compaction.messages, 'message')} again. The summary is deleted; there is no undo for that.`,
            confirm: 'Undo the compaction',
            danger: true,
            fields: [],
            send: () => remove([...path, compaction.id], { query: { namespace } }).then(() => true),
        });
        if (done) {
            notify('The compaction is undone.');
            list.reload();
            reloadSession();
        }
    };
    return html`<section class="stack" aria-labelledby="compactions-title"><h2 id="compactions-title">Compactions</h2>
        ${list.items.length === 0 && (list.loading ? html`<${Busy} />` : !list.error && html`<p class="empty">This session was never compacted.</p>`)}
        ${list.items.map(item => html`<article class=${'card stack' + (item.superseded ? ' faded' : '')} key=${item.id} aria-label=${'Compaction of ' + count(item.messages, 'message')}>
            <header><h3 class="row">${count(item.messages, 'message')}, ${number(item.tokensBefore)} → ${number(item.tokensAfter)} tokens
                ${item.superseded && html`<span class="chip">superseded</span>`}</h3>
                <span class="row"><span class="muted"><${Time} at=${item.createdAt} /></span>
                <button class="small danger" onClick=${() => undo(item)}>Undo</button></span></header>
            <p class="muted">From <a href=${messageUrl(session.id, namespace, item.fromMessageId)}>${item.fromMessageId}</a>
                to <a href=${messageUrl(session.id, namespace, item.toMessageId)}>${item.toMessageId}</a></p>
            <${LongText} text=${item.summary} label="Summary" /></article>`)}
        <${More} list=${list} />
    </section>`;
}
