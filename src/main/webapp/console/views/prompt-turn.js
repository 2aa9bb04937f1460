import { request } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { pretty } from '../core/pretty.js';
import { itemTexts, memberText } from '../core/raw-json.js';
import { setQuery } from '../core/router.js';
import { messageUrl, sessionUrl } from '../core/url.js';
import { count, number } from '../core/words.js';
import { Field } from '../parts/dialog.js';
import { Busy, Problem } from '../parts/problem.js';
import { Copy, Tabs } from '../parts/small.js';
import { JsonText, LongText } from '../parts/text.js';

const FORMATS = [['openai', 'OpenAI chat'], ['openai-responses', 'OpenAI responses'], ['anthropic', 'Anthropic'],
    ['ai-sdk', 'AI SDK'], ['agentscope', 'AgentScope']];
const LENGTHS = [['20', 'last 20 messages'], ['100', 'last 100 messages'], ['500', 'last 500 messages'], ['all', 'all messages']];

/**
 * The turn: what an agent sends to the model, in one of five formats, with its diagnostics. `reload` reads the prompt
 * again, which the first turn freezes.
 */
export function TurnInput({ session, namespace, query, isFrozen, reload }) {
    const [allowed, setAllowed] = useState(isFrozen);
    if (!allowed) {
        return html`<section class="card stack"><h2>The prompt is not frozen yet</h2>
            <p>Reading the model's input freezes the prompt: from then on, changes of blocks reach the model by reminders only,
                until the prompt is refreshed. Normally the agent's first call does that.</p>
            <p><button onClick=${() => setAllowed(true)}>Freeze it and show the input</button></p></section>`;
    }
    return html`<${Turn} session=${session} namespace=${namespace} format=${query.format ?? 'openai'} last=${query.last ?? '20'} query=${query}
        frozen=${isFrozen ? null : reload} />`;
}

/** `frozen`: called after the turn has frozen the prompt, also if its answer is no longer needed; null if it was frozen before. */
function Turn({ session, namespace, format, last, query, frozen }) {
    const { data, error, loading, reload } = useLoad(signal => request('GET', ['sessions', session.id, 'turn'],
        { query: { namespace, format, last: last === 'all' ? null : last, leafId: query.leaf }, signal }).finally(() => frozen?.()),
        [session, namespace, format, last, query.leaf]);
    const href = key => sessionUrl(session.id, namespace, ['prompt'], { ...query, format: key });
    return html`<section class="stack">
        <div class="row between"><${Tabs} label="Format" tabs=${FORMATS.map(([key, title]) => ({ title, href: href(key), current: key === format }))} />
            <div class="short"><${Field} label="Length" type="select" options=${LENGTHS} value=${last}
                onValue=${value => setQuery({ last: value }, { replace: true })} /></div></div>
        <${Problem} error=${error} retry=${reload} />
        ${!data ? loading && html`<${Busy} />` : html`<${Content} turn=${data.data} text=${data.text} session=${session} namespace=${namespace}
            leaf=${query.leaf} />`}
    </section>`;
}

/** `text` is the turn as the server sent it: what is shown as JSON comes from it, so that numbers keep their digits. */
function Content({ turn, text, session, namespace, leaf }) {
    const messages = turn.messages ?? turn.input;
    const texts = itemTexts(memberText(text, turn.messages ? 'messages' : 'input'));
    const { tokens } = turn;
    return html`<div class="stack" aria-live="polite">
        <p class="row"><span class="chip">${number(tokens.total)} tokens</span>
            <span class="muted">history ${number(tokens.history)}, prompt ${number(tokens.prompt)}, tools ${number(tokens.tools)}</span>
            <${Copy} text=${() => pretty(text)} label="Copy the whole input as JSON">Copy as JSON<//></p>
        <${Diagnostics} items=${turn.diagnostics} session=${session} namespace=${namespace} leaf=${leaf} />
        <${Part} title="System" text=${turn.system} empty="No system prompt: the session has no blocks." />
        ${turn.reminder !== undefined && html`<${Part} title="Reminder: blocks that changed since" text=${turn.reminder} />`}
        ${turn.summary && html`<${Part} title="Running summary" text=${turn.summary} />`}
        ${turn.profile && html`<${Part} title="Profile of the user" text=${pretty(memberText(text, 'profile'))} />`}
        ${turn.tools.length > 0 && html`<details class="card"><summary>${count(turn.tools.length, 'tool')}</summary>
            <pre class="json" tabindex="0" role="group" aria-label="Tools">${pretty(memberText(text, 'tools'))}</pre></details>`}
        <section class="card stack"><header><h2>${turn.input ? 'Input' : 'Messages'}</h2>
            <span class="muted">${count(messages.length, turn.input ? 'item' : 'message')}${turn.truncated ? ', older ones left out' : ''}</span></header>
            <ol class="stack">${messages.map((message, i) => html`<li class="stack tight" key=${i}>
                <span class="row"><span class="chip">${message.role ?? message.type}</span></span>
                <${JsonText} text=${texts[i]} label=${'Message ' + (i + 1)} /></li>`)}</ol>
        </section>
    </div>`;
}

function Part({ title, text, empty }) {
    return html`<section class="card stack"><h2>${title}</h2><${LongText} text=${text} label=${title} empty=${empty} /></section>`;
}

function Diagnostics({ items, session, namespace, leaf }) {
    if (items.length === 0) {
        return html`<p class="muted">Nothing had to be repaired or left out.</p>`;
    }
    return html`<section class="card stack"><h2>${count(items.length, 'diagnostic')}</h2>
        <div class="table-frame" tabindex="0" role="group" aria-label="Table of diagnostics"><table><thead><tr><th scope="col">What</th><th scope="col">Message</th>
            <th scope="col">Tool call</th><th scope="col">Detail</th></tr></thead>
            <tbody>${items.map(item => html`<tr><td>${item.kind}</td>
                <td>${item.messageId && html`<a href=${messageUrl(session.id, namespace, item.messageId, { leaf })}>${item.messageId}</a>`}</td>
                <td class="mono">${item.toolCallId}</td><td>${item.detail}</td></tr>`)}</tbody></table></div></section>`;
}
