/**
 * URLs of the console: `#/path/segments?name=value`. The part after `#` is the whole state of a page, so that every
 * state can be linked, and the token never appears in a URL. Pure.
 */

/**
 * Parses the part of a URL after `#`.
 * @param {string} hash with or without the `#`
 * @returns {{segments: string[], query: Object<string, string>}} decoded
 */
export function parse(hash) {
    const [path, search = ''] = split(hash.replace(/^#/, ''), '?');
    return {
        segments: path.split('/').filter(segment => segment !== '').map(decode),
        query: Object.fromEntries(search.split('&').filter(pair => pair !== '').map(pair => {
            const [name, value = ''] = split(pair, '=');
            return [decode(name), decode(value)];
        })),
    };
}

/**
 * Builds a URL. Empty, null and undefined values of the query are left out.
 * @param {string[]} segments not encoded
 * @param {Object<string, ?string|number|boolean>} [query]
 * @returns {string} beginning with `#/`
 */
export function format(segments, query = {}) {
    const pairs = Object.entries(query)
        .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
        .map(([name, value]) => encodeURIComponent(name) + '=' + encodeURIComponent(value));
    return '#/' + segments.map(encodeURIComponent).join('/') + (pairs.length ? '?' + pairs.join('&') : '');
}

/**
 * Compares a path with a pattern such as `/sessions/:session`.
 * @returns {?Object<string, string>} the values of the parameters; null if the path does not match
 */
export function match(pattern, segments) {
    const parts = pattern.split('/').filter(part => part !== '');
    if (parts.length !== segments.length) {
        return null;
    }
    const params = {};
    for (let i = 0; i < parts.length; i++) {
        if (parts[i].startsWith(':')) {
            params[parts[i].slice(1)] = segments[i];
        } else if (parts[i] !== segments[i]) {
            return null;
        }
    }
    return params;
}

/** URL of a session or of a part of it, such as `sessionUrl('s1', 'ns', ['prompt'])`. */
export function sessionUrl(id, namespace, rest = [], query = {}) {
    return format(['sessions', id, ...rest], { ...query, namespace });
}

/** URL of a message: the same that search over MCP returns. */
export function messageUrl(session, namespace, message, query = {}) {
    return sessionUrl(session, namespace, ['messages', message], query);
}

/**
 * Builds the path of a route of the API below `/v1`.
 * @param {string[]} segments not encoded
 * @param {object} [query] empty, null and undefined values are left out; an array repeats its name
 * @throws {Error} with a title if a segment is `.` or `..`: a browser would send a request for another path
 */
export function apiPath(segments, query = {}) {
    const resolved = segments.find(segment => segment === '.' || segment === '..');
    if (resolved !== undefined) {
        throw Object.assign(new Error(`“${resolved}” is not an id.`), { title: 'There is no such thing', code: 'invalid-id' });
    }
    const pairs = Object.entries(query).flatMap(([name, value]) => (Array.isArray(value) ? value : [value])
        .filter(one => one !== undefined && one !== null && one !== '')
        .map(one => encodeURIComponent(name) + '=' + encodeURIComponent(one)));
    return '/v1/' + segments.map(encodeURIComponent).join('/') + (pairs.length ? '?' + pairs.join('&') : '');
}

/** True if two URLs have the same path and the same query, in any order. */
export function isSameUrl(one, other) {
    const [left, right] = [one, other].map(parse).map(({ segments, query }) =>
        JSON.stringify([segments, Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))]));
    return left === right;
}

function split(text, separator) {
    const at = text.indexOf(separator);
    return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text; // a single % that encodes nothing stands for itself
    }
}
