import { parseExact } from '../core/exact-json.js';

/**
 * Divides a message of any format (AI SDK, OpenAI Chat and Responses, Anthropic, AgentScope) into blocks to show. What
 * is not known becomes a `json` block, so nothing of a message is ever hidden. Pure.
 *
 * @typedef {{kind: 'text', text: string}
 *     | {kind: 'reasoning', text: string}
 *     | {kind: 'call', id: ?string, name: string, input: *, output: *, hasOutput: boolean, failed: boolean, state: ?string}
 *     | {kind: 'result', id: ?string, name: ?string, output: *, failed: boolean}
 *     | {kind: 'image', url: string}
 *     | {kind: 'file', name: string, mediaType: ?string, url: ?string}
 *     | {kind: 'json', value: *}} Block
 */

/** Members that are shown elsewhere or say nothing to a reader. */
const ENVELOPE = new Set(['id', 'role', 'content', 'parts', 'createdAt', 'tool_calls', 'tool_call_id', 'type', 'status',
    'reasoning', 'reasoning_content']);

/** Parts that only separate others. */
const SEPARATORS = new Set(['step-start', 'step-finish']);

/** @returns {Block[]} */
export function blocksOf(message) {
    if (message.role === 'tool' && message.tool_call_id !== undefined) {
        return [result(message.tool_call_id, message.name, message.content, false)];
    }
    const blocks = contentsOf(message).flatMap(blocksOfPart);
    for (const reasoning of [message.reasoning_content, message.reasoning]) {
        if (typeof reasoning === 'string' && reasoning !== '') {
            blocks.unshift({ kind: 'reasoning', text: reasoning });
        }
    }
    for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : []) {
        blocks.push(call === null || typeof call !== 'object' ? { kind: 'json', value: call }
            : blockOfCall(call.id, (call.function ?? call.custom)?.name ?? call.name,
                call.function?.arguments ?? call.custom?.input ?? call.args ?? call.input));
    }
    return blocks.length > 0 ? blocks : blocksOfMembers(message);
}

/** Members of a message besides its content, to be shown as JSON on demand; empty if there are none. */
export function otherMembers(message) {
    return Object.fromEntries(Object.entries(message).filter(([name, value]) => !ENVELOPE.has(name) || isUnknownReasoning(name, value)));
}

/** True for reasoning that is no text: it does not become a block, so it must be shown as it is. */
function isUnknownReasoning(name, value) {
    return name.startsWith('reasoning') && typeof value !== 'string';
}

function blocksOfMembers(message) {
    const others = otherMembers(message);
    return Object.keys(others).length > 0 ? [{ kind: 'json', value: others }] : [];
}

/** The parts of a message. If it also has content, both are shown, unless that only repeats texts of the parts. */
function contentsOf({ parts, content }) {
    const own = Array.isArray(parts) ? parts : [];
    const texts = own.map(part => part?.text).filter(text => typeof text === 'string');
    const repeated = new Set([...texts, texts.join(''), texts.join('\n'), texts.join('\n\n')]);
    return [...own, ...partsOf(content).filter(part => !repeated.has(part?.text))];
}

function partsOf(content) {
    if (typeof content === 'string') {
        return content === '' ? [] : [{ type: 'text', text: content }];
    }
    return Array.isArray(content) ? content : content === null || content === undefined ? [] : [content];
}

function blocksOfPart(part) {
    if (typeof part === 'string') {
        return [{ kind: 'text', text: part }];
    }
    if (part === null || typeof part !== 'object') {
        return [{ kind: 'json', value: part }];
    }
    const type = String(part.type ?? '');
    if (SEPARATORS.has(type)) {
        return [];
    }
    return textBlock(part, type) ?? reasoningBlock(part, type) ?? toolBlock(part, type) ?? fileBlock(part, type)
        ?? [{ kind: 'json', value: part }];
}

function textBlock(part, type) {
    const text = { refusal: part.refusal }[type] ?? part.text;
    return ['text', 'input_text', 'output_text', 'refusal'].includes(type) && typeof text === 'string'
        ? [{ kind: 'text', text }] : null;
}

function reasoningBlock(part, type) {
    if (!type.startsWith('reasoning') && !type.startsWith('thinking') && type !== 'redacted_thinking') {
        return null;
    }
    const summary = Array.isArray(part.summary) ? part.summary.map(one => one?.text ?? '').join('\n') : undefined;
    const text = [part.text, part.thinking, part.reasoning, summary].find(one => typeof one === 'string' && one !== '');
    return [{ kind: 'reasoning', text: text ?? (type === 'redacted_thinking' ? '(redacted)' : JSON.stringify(part)) }];
}

function toolBlock(part, type) {
    if (['tool_use', 'function_call', 'custom_tool_call'].includes(type)
        || (type === 'tool-call' && part.state === undefined)) {
        return [blockOfCall(part.call_id ?? part.toolCallId ?? part.id, part.name ?? part.toolName,
            part.input ?? part.arguments ?? part.args)];
    }
    if (['tool_result', 'function_call_output', 'custom_tool_call_output'].includes(type)
        || (type === 'tool-result' && part.state === undefined)) {
        return [result(part.tool_use_id ?? part.call_id ?? part.toolCallId ?? part.id, part.name ?? part.toolName,
            part.content ?? part.output ?? part.result, part.is_error === true || part.isError === true)];
    }
    if (type === 'tool-invocation' && part.toolInvocation?.toolCallId !== undefined) {
        return [uiTool(part.toolInvocation, type)]; // The form of the AI SDK 4.
    }
    if (type === 'dynamic-tool' || (type.startsWith('tool-') && (part.state !== undefined || part.toolCallId !== undefined))) {
        return [uiTool(part, type)];
    }
    return null;
}

/** A tool part of the AI SDK: the call and, once there is one, its output. */
function uiTool(part, type) {
    const failed = part.state === 'output-error' || part.errorText !== undefined;
    return {
        kind: 'call',
        id: part.toolCallId ?? null,
        name: nameOf(part.toolName, type.slice('tool-'.length)),
        input: part.input ?? part.args ?? part.rawInput,
        output: failed ? part.errorText : part.output ?? part.result,
        hasOutput: failed || part.output !== undefined || part.result !== undefined,
        failed,
        state: part.state ?? null,
    };
}

function blockOfCall(id, name, input) {
    return {
        kind: 'call', id: id ?? null, name: nameOf(name, 'tool'), input: parsed(input),
        output: undefined, hasOutput: false, failed: false, state: null,
    };
}

function result(id, name, output, failed) {
    return { kind: 'result', id: id ?? null, name: nameOf(name, null), output: plainOutput(output), failed };
}

/** The name of a tool. Any value can be stored as one. */
function nameOf(name, otherwise) {
    return typeof name === 'string' ? name : name === null || name === undefined ? otherwise : JSON.stringify(name);
}

/** The text of an output that consists of texts only; otherwise the output as it is. */
function plainOutput(output) {
    if (Array.isArray(output) && output.length > 0
        && output.every(part => part !== null && typeof part === 'object' && typeof part.text === 'string')) {
        return output.map(part => part.text).join('\n');
    }
    return parsed(output);
}

/** The value of a text that is a JSON object or array; any other value as it is. */
function parsed(value) {
    if (typeof value === 'string' && /^\s*[[{]/.test(value) && value.length < 200_000) {
        try {
            return parseExact(value);
        } catch {
            return value; // looks like JSON, but is a text
        }
    }
    return value;
}

function fileBlock(part, type) {
    const file = part.file ?? part.input_audio ?? part;
    const source = part.source ?? {};
    const mediaType = part.mediaType ?? part.mimeType ?? part.media_type ?? source.media_type ?? null;
    const url = fileUrl(part, source, file, mediaType);
    if (url !== null && isImage(url)) {
        return [{ kind: 'image', url }];
    }
    const known = ['file', 'image', 'image_url', 'input_image', 'input_audio', 'input_file', 'document', 'audio', 'video', 'media'];
    if (!known.includes(type) && !type.startsWith('image-') && !type.startsWith('file-')) {
        return null;
    }
    const name = part.filename ?? part.name ?? file.filename ?? part.title ?? part.file_id ?? file.file_id ?? type;
    return [{ kind: 'file', name: String(name), mediaType, url: url !== null && /^https?:/i.test(url) ? url : null }];
}

function fileUrl(part, source, file, mediaType) {
    const image = part.image_url;
    const candidates = [part.url, typeof image === 'string' ? image : image?.url, source.url, part.image, part.data,
        source.data, file.file_data, file.data];
    const found = candidates.find(one => typeof one === 'string' && one !== '');
    if (found === undefined) {
        return null;
    }
    return /^(data|https?|blob):/i.test(found) || found.startsWith('/') || mediaType === null
        ? found : 'data:' + mediaType + ';base64,' + found;
}

/**
 * True if the browser may show this URL as an image: a data URL. An image of another server would tell that server who
 * reads the message, and the content security policy forbids it. SVG is shown as well, because an image runs no script.
 */
function isImage(url) {
    return /^data:image\//i.test(url);
}
