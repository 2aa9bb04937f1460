import { html, useState } from '../core/html.js';
import { bytes, duration } from '../core/words.js';
import { Json } from '../parts/small.js';
import { Text } from './text.js';
import { sizeOf, timeBetween } from './tools.js';

/** One block of a message. `tools` connects calls and results of the shown messages. */
export function Block({ block, message, tools }) {
    switch (block.kind) {
        case 'text':
            return html`<${Text} text=${block.text} />`;
        case 'reasoning':
            return html`<details class="fold reasoning"><summary>Reasoning <small class="muted">${bytes(sizeOf(block.text))}</small></summary>
                <${Text} text=${block.text} /></details>`;
        case 'call':
            return html`<${ToolCard} block=${block} message=${message} result=${tools.results.get(block)} />`;
        case 'result':
            return html`<${ResultLine} block=${block} call=${tools.called.get(block)} />`;
        case 'image':
            return html`<img class="picture" src=${block.url} alt="Image in the message" loading="lazy" />`;
        case 'file':
            return html`<p><span class="chip">${block.mediaType || 'file'}</span> ${block.url
                ? html`<a href=${block.url} rel="noopener noreferrer" target="_blank">${block.name}</a>` : block.name}</p>`;
        default:
            return html`<${Folded} title="Part of another form" value=${block.value} />`;
    }
}

/** A tool call with its result: folded to a line with name, sizes and time. */
function ToolCard({ block, message, result }) {
    const done = block.hasOutput || result !== undefined;
    const output = block.hasOutput ? block.output : result?.block.output;
    const failed = block.failed || result?.block.failed;
    const took = result ? timeBetween(message, result.message) : null;
    return html`<details class=${'fold tool' + (failed ? ' failed' : '')}>
        <summary><span class="tool-name mono">${block.name}</span>
            <span class="muted clip mono">${oneLine(block.input)}</span>
            <span class="tool-facts muted">${done ? bytes(sizeOf(output)) : block.state ?? 'no result'}${took !== null ? ' · ' + duration(took) : ''}${failed ? ' · failed' : ''}</span>
        </summary>
        <p class="fold-title">Arguments</p>
        <${Json} value=${block.input ?? null} label="Arguments" />
        ${done && html`<p class="fold-title">Result</p><${Value} value=${output} label="Result" />`}
    </details>`;
}

/** A result in a message of its own. If its call is shown, the card of the call has the result. */
function ResultLine({ block, call }) {
    return call
        ? html`<p class="muted result-line">↑ result of <code>${call.block.name}</code></p>`
        : html`<details class=${'fold tool' + (block.failed ? ' failed' : '')}>
            <summary><span class="tool-name">Result ${block.name && html`of <code>${block.name}</code>`}</span>
                <span class="tool-facts muted">${bytes(sizeOf(block.output))}</span></summary>
            <${Value} value=${block.output} label="Result" /></details>`;
}

function Value({ value, label }) {
    return typeof value === 'string' ? html`<${Long} text=${value} label=${label} />` : html`<${Json} value=${value ?? null} label=${label} />`;
}

/** A long text, of which the beginning is shown at first. */
function Long({ text, label }) {
    const [all, setAll] = useState(text.length <= 20_000);
    return html`<pre class="json" tabindex="0" role="group" aria-label=${label}>${all ? text : text.slice(0, 20_000)}</pre>
        ${!all && html`<button class="small" onClick=${() => setAll(true)}>Show all</button>`}`;
}

/** JSON behind a line. */
export function Folded({ title, value }) {
    return html`<details class="fold"><summary>${title} <small class="muted">${bytes(sizeOf(value))}</small></summary>
        <${Json} value=${value} label=${title} /></details>`;
}

function oneLine(value) {
    const text = typeof value === 'string' ? value : JSON.stringify(value) ?? '';
    return text.slice(0, 160);
}
