import { blocksOf } from './blocks.js';

/** Messages as Markdown. Pure. */

/** A message with its role as a heading. */
export function messageMarkdown(message) {
    return '### ' + message.role + '\n\n' + blocksOf(message).map(blockMarkdown).join('\n\n') + '\n';
}

function blockMarkdown(block) {
    switch (block.kind) {
        case 'text':
            return block.text;
        case 'reasoning':
            return block.text.split('\n').map(line => '> ' + line).join('\n');
        case 'call':
            return 'Call of `' + block.name + '`:\n\n' + fenced(block.input ?? null)
                + (block.hasOutput ? '\n\nResult:\n\n' + fenced(block.output) : '');
        case 'result':
            return 'Result' + (block.name ? ' of `' + block.name + '`' : '') + ':\n\n' + fenced(block.output);
        case 'image':
            return '![image](' + block.url + ')';
        case 'file':
            return 'File: ' + block.name + (block.url ? ' <' + block.url + '>' : '');
        default:
            return fenced(block.value);
    }
}

/** A value in a code block whose fence is longer than any in the value. */
function fenced(value) {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);
    const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(run => run.length));
    const fence = '`'.repeat(longest + 1);
    return fence + (typeof value === 'string' ? '' : 'json') + '\n' + text + '\n' + fence;
}
