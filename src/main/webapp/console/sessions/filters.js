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
    },
    { name: 'from', label: 'From', type: 'date' },
    { name: 'to', label: 'To', type: 'date' },
];

const METADATA = 'metadata.';

const MINUTE = 60 * 1000;

const DAY = 24 * 60 * MINUTE;

/** The first or the last millisecond of a day of the reader; any other text as it is. */
function boundOf(text, isEnd) {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
    const time = year === undefined ? null : isEnd ? new Date(year, month - 1, Number(day) + 1) - 1 : new Date(year, month - 1, day);
    return time === null ? text : new Date(time).toISOString();
}

/**
 * The query of `GET /v1/sessions` for the query of a URL. Its times are those of the last write.
 * @param {number} now milliseconds since 1970
 */
export function listQuery(query, now) {
    const { days, ...filters } = chosen(query, filter => !filter.onlySearch);
    return { ...since(days, now), ...filters, ...metadata(query) };
}

/** The last days as a beginning that does not change with each call: full minutes. */
function since(days, now) {
    return days > 0 ? { from: new Date(Math.floor((now - days * DAY) / MINUTE) * MINUTE).toISOString() } : {};
}

/**
 * The query of `GET /v1/search` for the query of a URL. The search waits until what was written before is in the index.
 * @param {Object<string, string>} query `days` becomes `from`, unless that is given too
 * @param {number} now milliseconds since 1970
 */
export function searchQuery(query, now) {
    const { days, ...filters } = chosen(query, filter => !filter.onlyList);
    return { ...since(days, now), ...filters, q: query.q, wait: true };
}

function chosen(query, isUsed) {
    const result = { namespace: query.unnamed ? '' : '*' };
    for (const { name } of FILTERS.filter(isUsed)) {
        if (query[name]) {
            result[name] = name === 'from' || name === 'to' ? boundOf(query[name], name === 'to') : query[name];
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

/**
 * The changes of the URL's query that set a filter. A namespace and `unnamed` exclude each other; the other filters leave
 * both as they are.
 * @param {string|boolean} value empty or false to remove the filter
 */
export function filterChange(name, value) {
    if (name === 'namespace' || name === 'unnamed') {
        return { namespace: null, unnamed: null, ...(value ? { [name]: name === 'unnamed' ? '1' : value } : {}) };
    }
    return { [name]: value };
}

/** Reads "key = value" of the metadata field. Returns the name and value in the URL, or null if one of them is missing. */
export function readMetadata(text) {
    const at = text.indexOf('=');
    const key = text.slice(0, Math.max(at, 0)).trim();
    const value = text.slice(at + 1).trim();
    return key === '' || value === '' ? null : [METADATA + key, value];
}
