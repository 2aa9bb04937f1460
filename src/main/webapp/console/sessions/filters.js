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
    {
        name: 'days',
        label: 'When',
        options: ['1', '7', '30', '365'],
        names: { 1: 'last 24 hours', 7: 'last 7 days', 30: 'last 30 days', 365: 'last 365 days' },
        onlySearch: true,
    },
    { name: 'from', label: 'From', type: 'date', onlySearch: true },
    { name: 'to', label: 'To', type: 'date', onlySearch: true },
];

const METADATA = 'metadata.';

const DAY = 24 * 60 * 60 * 1000;

/** The query of `GET /v1/sessions` for the query of a URL. */
export function listQuery(query) {
    return { ...chosen(query, filter => !filter.onlySearch), ...metadata(query) };
}

/**
 * The query of `GET /v1/search` for the query of a URL. The search waits until what was written before is in the index.
 * @param {Object<string, string>} query `days` becomes `from`, unless that is given too
 * @param {number} now milliseconds since 1970
 */
export function searchQuery(query, now) {
    const { days, ...filters } = chosen(query, filter => !filter.onlyList);
    const from = days > 0 ? { from: new Date(now - days * DAY).toISOString() } : {};
    return { ...from, ...filters, q: query.q, wait: true };
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
