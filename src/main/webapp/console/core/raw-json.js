/**
 * JSON as text. Messages are stored byte for byte; parsing and writing one again would change numbers such as 1.50 and
 * integers of more than 15 digits. This keeps every value as it was written. Pure.
 */

/** A string, or a character that matters outside of strings. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/**
 * Returns the text of a member of a JSON object.
 * @param {string} json valid JSON of an object
 * @returns {?string} null if the object has no such member
 */
export function memberText(json, name) {
    let depth = 0;
    let key = null;
    let from = -1;
    for (const { 0: token, index } of json.matchAll(TOKEN)) {
        if (token === '{' || token === '[') {
            depth++;
        } else if (depth === 1 && from < 0 && token.startsWith('"')) {
            key = JSON.parse(token);
        } else if (depth === 1 && token === ':' && key === name) {
            from = index + 1;
        } else if (depth === 1 && from >= 0 && (token === ',' || token === '}')) {
            return json.slice(from, index).trim();
        } else if (token === '}' || token === ']') {
            depth--;
        }
    }
    return null;
}
