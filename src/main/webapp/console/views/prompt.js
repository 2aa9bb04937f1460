import { get } from '../core/api.js';
import { layout } from '../core/bar.js';
import { html } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { setQuery } from '../core/router.js';
import { agentOf } from '../core/session-agent.js';
import { sessionUrl } from '../core/url.js';
import { compact, count, number } from '../core/words.js';
import { Field } from '../parts/dialog.js';
import { Busy, Problem } from '../parts/problem.js';
import { Tabs, useUrlText } from '../parts/small.js';
import { Blocks } from './prompt-blocks.js';
import { Frozen } from './prompt-frozen.js';
import { RunningSummary } from './prompt-summary.js';
import { TurnInput } from './prompt-turn.js';

/** The window that is assumed if neither the URL nor agent nor session names a limit, in tokens. */
const WINDOW = 128_000;

const PARTS = [['window', 'Window and blocks'], ['prompt', 'Frozen prompt'], ['turn', 'What the model sees']];

/** View 5: what a model call of this session contains, and what each part costs. */
export default function PromptView({ route, session, namespace }) {
    const part = route.query.part ?? 'window';
    const { data, error, reload } = useLoad(signal => load(session, namespace, signal), [session, namespace]);
    const href = key => sessionUrl(session.id, namespace, ['prompt'], { ...route.query, part: key === 'window' ? '' : key });
    return html`<div class="stack">
        <${Tabs} label="Parts of the prompt" tabs=${PARTS.map(([key, title]) => ({ title, href: href(key), current: part === key }))} />
        <${Problem} error=${error} retry=${reload} />
        ${!data ? !error && html`<${Busy} />`
            : part === 'prompt' ? html`<${Frozen} session=${session} namespace=${namespace} preview=${data.preview}
                freezes=${data.freezes} reload=${reload} />`
            : part === 'turn' ? html`<${TurnInput} session=${session} namespace=${namespace} query=${route.query}
                isFrozen=${!data.freezes || data.preview.frozen !== null} reload=${reload} />`
            : html`<${Window} session=${session} data=${data} query=${route.query} />
                <${Blocks} session=${session} namespace=${namespace} blocks=${data.blocks} reload=${reload} />
                <${RunningSummary} session=${session} namespace=${namespace} />`}
    </div>`;
}

async function load(session, namespace, signal) {
    const path = ['sessions', session.id];
    const [context, preview, agent] = await Promise.all([
        get([...path, 'context'], { namespace, limit: 200 }, signal),
        get([...path, 'prompt'], { namespace, preview: true }, signal),
        agentOf(session, signal),
    ]);
    const freezes = agent?.cachedPrompt !== false;
    // A turn would freeze a prompt that is not frozen yet, so its exact counts are read only afterwards.
    const tokens = freezes && preview.frozen === null
        ? estimate(context.items, await get([...path, 'tools'], { namespace, format: 'openai' }, signal))
        : (await get([...path, 'turn'], { namespace, format: 'openai', last: 1 }, signal)).tokens;
    return { blocks: context.items, preview, agent, freezes, tokens };
}

function estimate(blocks, tools) {
    return {
        prompt: blocks.reduce((sum, block) => sum + block.tokens, 0),
        tools: tools.tools.length === 0 ? 0 : Math.round(JSON.stringify(tools.tools).length / 4),
    };
}

/** The stacked bar of the model's window. */
function Window({ session, data, query }) {
    const compactAfter = session.compactAfter ?? data.agent?.compaction?.compactAfter ?? null;
    const limit = Number(query.limit) > 0 ? Math.floor(Number(query.limit)) : compactAfter ?? WINDOW;
    const parts = partsOf(session, data, Boolean(query.leaf) && query.leaf !== session.leafId);
    const bar = layout(parts, limit);
    const summary = `${number(bar.total)} of ${number(limit)} tokens: `
        + bar.segments.map(segment => `${segment.label} ${number(segment.tokens)}`).join(', ');
    return html`<section class="card stack" aria-labelledby="window-title">
        <header><h2 id="window-title">The model's window</h2>
            <span class="row"><strong>${count(bar.total, 'token')}</strong>
                ${bar.over > 0 ? html`<span class="chip danger">${number(bar.over)} over the limit</span>`
                    : html`<span class="muted">${number(bar.free)} free</span>`}</span></header>
        <div class="stacked" role="img" aria-label=${summary}>
            ${bar.segments.map(segment => html`<span class=${'segment ' + segment.kind} title=${segment.label + ': '
                + count(segment.tokens, 'token')} style=${{ left: segment.start + '%', width: segment.width + '%' }} />`)}
            ${bar.limitAt < 100 && html`<span class="limit" style=${{ left: bar.limitAt + '%' }} />`}
        </div>
        <dl class="legend">${parts.map(part => html`<div>
            <dt><span class=${'swatch ' + part.kind} aria-hidden="true" /> ${part.label}</dt>
            <dd class="number" title=${number(part.tokens)}>${compact(part.tokens)}</dd></div>`)}</dl>
        <div class="row"><div class="short"><${LimitField} value=${query.limit ?? ''} preset=${compactAfter ?? WINDOW} /></div>
            <p class="muted grow">${compactAfter
                ? `The session is compacted above ${count(compactAfter, 'token')}.`
                : 'Nothing compacts this session on its own. The limit here is only for the bar.'}
            ${isOutdated(data) && ' Blocks have changed since the prompt was frozen, so it is one part of the bar; the blocks below have their current sizes.'}
            ${data.freezes && data.preview.frozen === null && ' The prompt is not frozen yet, so prompt and tools are estimates.'}</p></div>
    </section>`;
}

/** The limit of the bar. Empty stands for the preset one. */
function LimitField({ value, preset }) {
    const [text, setText, noteWritten] = useUrlText(value);
    const change = limit => {
        setText(limit);
        noteWritten(limit);
        setQuery({ limit }, { replace: true });
    };
    return html`<${Field} label="Limit in tokens" type="number" value=${text} placeholder=${String(preset)} onValue=${change} />`;
}

/** True if the model gets another prompt than the blocks would make now. */
function isOutdated({ freezes, preview }) {
    return freezes && preview.frozen !== null && preview.frozen !== preview.prompt;
}

/** The parts of the bar: each block, the rest of the prompt (titles and lines), the tools, the history. */
function partsOf(session, data, isOtherBranch) {
    const { blocks, tokens } = data;
    const inBlocks = blocks.reduce((sum, block) => sum + block.tokens, 0);
    const prompt = isOutdated(data)
        ? [{ label: data.preview.stale ? 'Frozen prompt and reminder of changed blocks' : 'Frozen prompt', tokens: tokens.prompt, kind: 'part-block0' }]
        : [...blocks.map((block, i) => ({ label: 'Block ' + block.label, tokens: block.tokens, kind: 'part-block' + i % 4 })),
            { label: 'Titles of blocks', tokens: Math.max(0, tokens.prompt - inBlocks), kind: 'part-frame' }];
    return [
        ...prompt,
        { label: 'Tools', tokens: tokens.tools, kind: 'part-tools' },
        { label: isOtherBranch ? 'History of the latest path' : 'History', tokens: session.tokens, kind: 'part-history' },
    ];
}
