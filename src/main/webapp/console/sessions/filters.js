/**
 * The filters of the sessions, as they are in the URL of the console and in requests. In the URL no `namespace` means
 * all namespaces, and `unnamed` the one without a name. Pure.
 */

/** The filters in the order in which they are shown. */
export const FILTERS = [
    { name: 'namespace', label: 'Namespace' },
    { name: 'userId', label: 'User' },
    { name: 'agent', label: 'Agent' },
    { name: 'source', label: 'Source' },
    { name: 'type', label: 'Type', options: ['agent', 'team', 'workflow'], onlyList: true },
    { name: 'ended', label: 'State', options: ['false', 'true'], names: { false: 'open', true: 'ended' }, onlyList: true },
    { name: 'role', label: 'Role', options: ['user', 'assistant', 'system', 'tool'], onlySearch: true },
    { name: 'from', label: 'From', type: 'date', onlySearch: true },
    { name: 'to', label: 'To', type: 'date', onlySearch: true },
];

const METADATA = 'metadata.';

/** The query of `GET /v1/sessions` for the query of a URL. */
export function listQuery(query) {
    return { ...chosen(query, filter => !filter.onlySearch), ...metadata(query) };
}

/** The query of `GET /v1/search` for the query of a URL. */
export function searchQuery(query) {
    return { ...chosen(query, filter => !filter.onlyList), q: query.q };
}

function chosen(query, isUsed) {
    const result = { namespace: query.unnamed ? '' : '*' };
    for (const { name } of FILTERS.filter(isUsed)) {
        if (query[name]) {
            result[name] = query[name];
        }
    }
    return result;
}

function metadata(query) {
    return Object.fromEntries(Object.entries(query).filter(([name, value]) => name.startsWith(METADATA) && value));
}

/** The filters that are set, with a text for each: `[{name, text}]`. */
export function activeFilters(query) {
    const active = FILTERS.filter(({ name }) => query[name]).map(({ name, label, names }) =>
        ({ name, text: label + ': ' + (names?.[query[name]] ?? query[name]) }));
    if (query.unnamed) {
        active.unshift({ name: 'unnamed', text: 'Namespace: none' });
    }
    return [...active, ...Object.entries(metadata(query)).map(([name, value]) =>
        ({ name, text: name.slice(METADATA.length) + ' = ' + value }))];
}

/** Reads "key = value" of the metadata field. Returns the name and value in the URL, or null if there is no `=`. */
export function readMetadata(text) {
    const at = text.indexOf('=');
    const key = text.slice(0, Math.max(at, 0)).trim();
    return key === '' ? null : [METADATA + key, text.slice(at + 1).trim()];
}
