/** The few marks of Markdown that the console sets apart. All other characters stay as they are. Pure. */

/** Divides a text at its code blocks: `[{text} | {code, language}]`. */
export function codeParts(text) {
    const parts = [];
    let at = 0;
    for (const match of text.matchAll(/^```([^\n`]*)\n([\s\S]*?)\n?^```[ \t]*$/gm)) {
        parts.push({ text: text.slice(at, match.index) }, { language: match[1].trim(), code: match[2] });
        at = match.index + match[0].length;
    }
    parts.push({ text: text.slice(at) });
    return parts.map(part => part.text === undefined ? part : { text: part.text.replace(/^\n+|\n+$/g, '') })
        .filter(part => part.text !== '');
}

/** Divides a text at `code`, **bold** words and headings: `[{text, kind}]`; `kind` is `code`, `strong` or null. */
export function inlineParts(text) {
    return text.split(/(`[^`\n]+`|\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*|^#{1,6} [^\n]+$)/m).filter(part => part !== '').map(part => {
        if (/^`[^`\n]+`$/.test(part)) {
            return { text: part.slice(1, -1), kind: 'code' };
        }
        if (/^\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*$/.test(part)) {
            return { text: part.slice(2, -2), kind: 'strong' };
        }
        return /^#{1,6} [^\n]+$/.test(part)
            ? { text: part.replace(/^#+ /, ''), kind: 'strong' }
            : { text: part, kind: null };
    });
}
