/**
 * The readable text of a message in any stored format, for comparisons and previews. Pure.
 *
 * @param {object} message
 * @returns {string} texts, reasoning, and tools with their arguments and results, one part a line
 */
export function plainText(message) {
    const parts = Array.isArray(message.parts) && message.parts.length > 0 ? message.parts : contents(message.content);
    const lines = parts.map(partText);
    for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : []) {
        const called = call?.function ?? call?.custom;
        lines.push(`${called?.name ?? 'tool'}(${called?.arguments ?? called?.input ?? ''})`);
    }
    return lines.filter(line => line !== '').join('\n');
}

function contents(content) {
    if (typeof content === 'string') {
        return [{ type: 'text', text: content }];
    }
    return Array.isArray(content) ? content : [];
}

function partText(part) {
    if (typeof part === 'string') {
        return part;
    }
    if (typeof part?.text === 'string') {
        return part.text;
    }
    const name = part?.toolName ?? part?.name ?? (/^tool-(.*)/s.exec(part?.type ?? '') || [])[1];
    if (name !== undefined) {
        return `${name}(${json(part.input ?? part.args ?? part.arguments)})` + outputText(part.output ?? part.result);
    }
    if (/^(tool[_-]result|function_call_output|custom_tool_call_output)$/.test(part?.type)) {
        return json(part.content ?? part.output);
    }
    return part?.type === 'step-start' || part === null ? '' : json(part);
}

function outputText(output) {
    return output === undefined ? '' : ' → ' + json(output);
}

function json(value) {
    return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}
