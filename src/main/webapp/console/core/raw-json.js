/**
 * JSON as text. Messages are stored byte for byte; parsing and writing one again would change numbers such as 1.50 and
 * integers of more than 15 digits. This keeps every value as it was written. Pure.
 */

/** A string, or a character that matters outside of strings. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/**
 * Returns the text of a member of a JSON object.
 * @param {string} json valid JSON of an object
 * @returns {?string} null if the object has no such member; of duplicates the first one
 */
export function memberText(json, name) {
    for (const [member, text] of parts(json)) {
        if (member === name) {
            return text;
        }
    }
    return null;
}

/**
 * Returns the names and texts of all members of a JSON object in their order, duplicates too.
 * @param {string} json valid JSON of an object
 * @returns {[string, string][]}
 */
export function memberTexts(json) {
    return [...parts(json)];
}

/**
 * Returns the texts of the items of a JSON array.
 * @param {string} json valid JSON of an array
 */
export function itemTexts(json) {
    return [...parts(json)].map(([, text]) => text);
}

/** The members of an object, or the items of an array with null as their name. */
function* parts(json) {
    const isArray = json.trimStart().startsWith('[');
    let depth = 0;
    let name = null;
    let from = -1;
    for (const { 0: token, index } of json.matchAll(TOKEN)) {
        const opens = token === '{' || token === '[';
        const closes = token === '}' || token === ']';
        if (depth === 1 && (token === ',' || closes) && from >= 0) {
            const text = json.slice(from, index).trim();
            if (text !== '') {
                yield [name, text];
            }
            from = isArray ? index + 1 : -1;
        } else if (depth === 1 && from < 0 && token.startsWith('"')) {
            name = JSON.parse(token);
        } else if (depth === 1 && from < 0 && token === ':') {
            from = index + 1;
        }
        depth += opens ? 1 : closes ? -1 : 0;
        if (depth === 1 && opens && isArray && from < 0) {
            from = index + 1;
        }
    }
}
