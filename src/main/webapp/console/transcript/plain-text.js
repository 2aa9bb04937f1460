import { blocksOf } from './blocks.js';

/** Messages as plain text, for comparisons and previews. Pure. */

/**
 * The readable text of a message in any stored format.
 * @param {object} message
 * @returns {string} texts, reasoning, tools with their arguments and results, and files, one block a line
 */
export function plainText(message) {
    return blocksOf(message).map(blockText).filter(line => line !== '').join('\n');
}

/** A message without its id and its time, which differ in each message. */
export function contentOf({ id, createdAt, ...content }) {
    return content;
}

/**
 * Texts of two messages of different content, to be compared word by word: the readable ones, or JSON if those are equal.
 * @returns {[string, string]}
 */
export function differentTexts(left, right) {
    const texts = [plainText(left), plainText(right)];
    return texts[0] === texts[1] ? [left, right].map(message => JSON.stringify(contentOf(message), null, 2)) : texts;
}

function blockText(block) {
    switch (block.kind) {
        case 'text':
        case 'reasoning':
            return block.text;
        case 'call':
            return `${block.name}(${valueText(block.input)})` + (block.hasOutput ? ' → ' + valueText(block.output) : '');
        case 'result':
            return valueText(block.output);
        case 'image':
            return 'Image <' + block.url + '>';
        case 'file':
            return 'File ' + block.name + (block.url ? ' <' + block.url + '>' : '');
        default:
            return valueText(block.value);
    }
}

function valueText(value) {
    return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}
