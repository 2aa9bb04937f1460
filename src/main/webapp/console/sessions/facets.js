import { get } from '../core/api.js';
import { html, useEffect, useState } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { setQuery } from '../core/router.js';
import { Icon } from '../parts/icon.js';
import { FILTERS, activeFilters, filterChange, readMetadata } from './filters.js';

/** The filters of the list and the search: fields to choose values, and the chosen ones as chips to remove. */
export function Facets({ query }) {
    const active = activeFilters(query);
    const [wanted, setWanted] = useState(false);
    const values = useKnownValues(wanted);
    const isSearch = Boolean(query.q);
    const unused = isSearch
        ? active.filter(({ name }) => name.startsWith('metadata.') || FILTERS.find(f => f.name === name)?.onlyList)
        : active.filter(({ name }) => FILTERS.find(f => f.name === name)?.onlySearch);
    return html`<section class="facets" aria-label="Filters">
        <details open=${active.length > 0 || matchMedia('(min-width: 60rem)').matches}>
            <summary class="button small"><${Icon} name="fold" /> Filters</summary>
            <div class="fields" onFocusCapture=${() => setWanted(true)}>
                ${FILTERS.filter(filter => isSearch ? !filter.onlyList : !filter.onlySearch)
                    .map(filter => html`<${Facet} key=${filter.name} filter=${filter} value=${query[filter.name] ?? ''}
                        known=${values[filter.name] ?? []} />`)}
                ${!isSearch && html`<${MetadataFacet} />`}
                <label class="check"><input type="checkbox" checked=${Boolean(query.unnamed)}
                    onChange=${event => setQuery(filterChange('unnamed', event.target.checked))} />
                    <span>Only the namespace without a name</span></label>
            </div>
        </details>
        ${active.length > 0 && html`<p class="row">
            ${active.map(({ name, text }) => html`<span class="chip on" key=${name}>${text}
                <button aria-label=${'Remove the filter ' + text} onClick=${() => setQuery({ [name]: null })}>
                    <${Icon} name="close" /></button></span>`)}
            ${active.length > 1 && html`<button class="plain small"
                onClick=${() => setQuery(Object.fromEntries(active.map(({ name }) => [name, null])))}>Remove all</button>`}
        </p>`}
        ${unused.length > 0 && html`<p class="muted">${isSearch ? 'The search' : 'The list'} ignores
            ${' ' + unused.map(({ text }) => text).join(', ')}.</p>`}
    </section>`;
}

/**
 * Values to suggest: the agents that are stored, and what the last written sessions have. They are read when somebody
 * goes to a filter: the list itself must not wait for them.
 */
function useKnownValues(wanted) {
    const { data } = useLoad(async signal => {
        if (!wanted) {
            return {};
        }
        const [sessions, agents] = await Promise.all([
            get(['sessions'], { namespace: '*', limit: 200 }, signal),
            get(['agents'], { limit: 200 }, signal),
        ]);
        const of = name => [...new Set(sessions.items.map(session => session[name]).filter(value => value))].sort();
        return {
            namespace: of('namespace'),
            userId: of('userId'),
            source: of('source'),
            agent: [...new Set([...agents.items.map(agent => agent.name), ...of('agent')])].sort(),
        };
    }, [wanted]);
    return data ?? {};
}

function Facet({ filter, value, known }) {
    const change = event => setQuery(filterChange(filter.name, event.target.value.trim()));
    if (filter.options) {
        return html`<label class="field"><span class="name">${filter.label}</span>
            <select onChange=${change}>
                <option value="" selected=${value === ''}>any</option>
                ${filter.options.map(option => html`<option value=${option} selected=${value === option}>
                    ${filter.names?.[option] ?? option}</option>`)}
            </select></label>`;
    }
    return html`<${TextFacet} filter=${filter} value=${value} known=${known} change=${change} />`;
}

/** A field whose text becomes a filter when it is left, or with Enter. */
function TextFacet({ filter, value, known, change }) {
    const [text, setText] = useState(value);
    useEffect(() => setText(value), [value]);
    const list = 'known-' + filter.name;
    return html`<label class="field"><span class="name">${filter.label}</span>
        <input type=${filter.type ?? 'text'} value=${text} onInput=${event => setText(event.target.value)} onChange=${change}
            list=${known.length ? list : undefined} placeholder="any" autocomplete="off" />
        ${known.length > 0 && html`<datalist id=${list}>${known.map(one => html`<option value=${one} />`)}</datalist>`}
    </label>`;
}

function MetadataFacet() {
    const [text, setText] = useState('');
    const [isRefused, setRefused] = useState(false);
    const submit = event => {
        event.preventDefault();
        const pair = readMetadata(text);
        setRefused(pair === null && text.trim() !== '');
        if (pair) {
            setQuery({ [pair[0]]: pair[1] });
            setText('');
        }
    };
    return html`<form class="field" onSubmit=${submit}>
        <label class="field"><span class="name">Metadata</span>
            <input value=${text} onInput=${event => setText(event.target.value)} placeholder="key = value, then Enter"
                autocomplete="off" aria-invalid=${isRefused} /></label>
        ${isRefused && html`<span class="note" role="alert">Type a key and a value: topic = hazel</span>`}
    </form>`;
}
