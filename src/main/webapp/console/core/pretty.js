/**
 * Indents JSON without reading its values: numbers keep all their digits, members their order and duplicates. Pure.
 *
 * @param {string} json a text that is JSON; any other text is returned as it is
 * @param {string} [indent]
 * @returns {string}
 */
export function pretty(json, indent = '  ') {
    const tokens = json.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gs);
    if (!tokens || !isJson(json)) {
        return json;
    }
    const out = [];
    let depth = 0;
    const line = () => out.push('\n', indent.repeat(depth));
    tokens.forEach((token, i) => {
        const isEmpty = (token === '}' || token === ']') && (tokens[i - 1] === '{' || tokens[i - 1] === '[');
        if (token === '}' || token === ']') {
            depth--;
            isEmpty || line();
        }
        out.push(token);
        if (token === '{' || token === '[') {
            depth++;
            tokens[i + 1] === '}' || tokens[i + 1] === ']' || line();
        } else if (token === ',') {
            line();
        } else if (token === ':') {
            out.push(' ');
        }
    });
    return out.join('');
}

/** True if a text is JSON. */
export function isJson(text) {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}
