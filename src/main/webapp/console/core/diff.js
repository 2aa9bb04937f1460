import compareTexts from '../vendor/fast-diff.js';

/** Comparison of two conversations: rows of messages beside each other, and words within two texts. Pure. */

/** Most pairs of messages that are compared; beyond it, what differs is shown without being aligned. */
const MAX_PAIRS = 1_000_000;

/** Most different words that get a character of their own. */
const MAX_WORDS = 50_000;

/** Most pairs of words, or of lines, that are compared: the time grows with them. */
const MAX_WORD_PAIRS = 4_000_000;

/** Words: letters and digits, or spaces, or a single other character. */
const WORDS = /[\p{L}\p{N}_]+|\s+|./gsu;
const LINES = /[^\n]*\n|[^\n]+/g;

/** First character that stands for a word. It and the following ones lie behind the surrogates. */
const FIRST_CODE = 0xe000;

/**
 * A row of two columns.
 * @typedef {{kind: 'same'|'changed'|'left'|'right', left: ?object, right: ?object}} Row
 */

/**
 * Aligns two lists. Items with equal keys are in one row, as many as possible, in both orders. Between them, items of
 * the same group (for messages: the role) are beside each other as `changed`; the others have a row of their own.
 *
 * @param {object[]} left
 * @param {object[]} right
 * @param {function(object): string} key what makes two items equal
 * @param {function(object): string} group what makes two different items comparable
 * @returns {Row[]}
 */
export function align(left, right, key, group) {
    const rows = [];
    let l = 0;
    let r = 0;
    for (const [nextLeft, nextRight] of [...commonItems(left.map(key), right.map(key)), [left.length, right.length]]) {
        rows.push(...pairUp(left.slice(l, nextLeft), right.slice(r, nextRight), group));
        if (nextLeft < left.length && nextRight < right.length) {
            rows.push({ kind: 'same', left: left[nextLeft], right: right[nextRight] });
        }
        l = nextLeft + 1;
        r = nextRight + 1;
    }
    return rows;
}

/** Returns the pairs of indexes of a longest common subsequence. */
function commonItems(left, right) {
    const [start, end] = commonEnds(left, right);
    const middle = commonMiddle(left.slice(start, left.length - end), right.slice(start, right.length - end));
    return [
        ...Array.from({ length: start }, (_, i) => [i, i]),
        ...middle.map(([l, r]) => [l + start, r + start]),
        ...Array.from({ length: end }, (_, i) => [left.length - end + i, right.length - end + i]),
    ];
}

/** The numbers of equal items at the beginning and at the end of two lists. */
function commonEnds(left, right) {
    let start = 0;
    while (start < left.length && start < right.length && left[start] === right[start]) {
        start++;
    }
    let end = 0;
    while (end < left.length - start && end < right.length - start
        && left[left.length - 1 - end] === right[right.length - 1 - end]) {
        end++;
    }
    return [start, end];
}

function commonMiddle(left, right) {
    if (left.length * right.length > MAX_PAIRS) {
        return [];
    }
    const width = right.length + 1;
    const lengths = new Uint32Array((left.length + 1) * width);
    for (let l = left.length - 1; l >= 0; l--) {
        for (let r = right.length - 1; r >= 0; r--) {
            lengths[l * width + r] = left[l] === right[r]
                ? lengths[(l + 1) * width + r + 1] + 1
                : Math.max(lengths[(l + 1) * width + r], lengths[l * width + r + 1]);
        }
    }
    const pairs = [];
    for (let l = 0, r = 0; l < left.length && r < right.length;) {
        if (left[l] === right[r]) {
            pairs.push([l++, r++]);
        } else if (lengths[(l + 1) * width + r] >= lengths[l * width + r + 1]) {
            l++;
        } else {
            r++;
        }
    }
    return pairs;
}

/** Puts different items beside each other in their order, as long as their groups are equal. */
function pairUp(left, right, group) {
    const rows = [];
    let l = 0;
    let r = 0;
    while (l < left.length || r < right.length) {
        if (l < left.length && r < right.length && group(left[l]) === group(right[r])) {
            rows.push({ kind: 'changed', left: left[l++], right: right[r++] });
        } else if (r >= right.length || (l < left.length && left.length - l >= right.length - r)) {
            rows.push({ kind: 'left', left: left[l++], right: null });
        } else {
            rows.push({ kind: 'right', left: null, right: right[r++] });
        }
    }
    return rows;
}

/**
 * Folds long series of equal rows.
 * @param {Row[]} rows
 * @param {number} context equal rows that stay visible beside a difference
 * @returns {({kind: 'fold', rows: Row[]}|Row)[]}
 */
export function fold(rows, context = 1) {
    const folded = [];
    for (let i = 0; i < rows.length;) {
        let end = i;
        while (end < rows.length && rows[end].kind === 'same') {
            end++;
        }
        const from = i === 0 ? 0 : i + context;
        const to = end === rows.length ? end : end - context;
        if (end > i && to - from > 1) {
            folded.push(...rows.slice(i, from), { kind: 'fold', rows: rows.slice(from, to) }, ...rows.slice(to, end));
        } else {
            folded.push(...rows.slice(i, end));
        }
        if (end < rows.length) {
            folded.push(rows[end]);
        }
        i = end + 1;
    }
    return folded;
}

/**
 * Compares two texts word by word; long ones line by line, and then the words of the lines that differ. Of what is too
 * long for that, too, the old text is one part and the new one another.
 * @returns {{kind: 'same'|'removed'|'added', text: string}[]} in order; the `same` and `removed` parts make the old text
 */
export function words(before, after) {
    return joined(compare(before, after, WORDS) ?? byLines(before, after) ?? whole(before, after));
}

/** The differences of the lines, with the words of those that differ. Null if there are too many lines. */
function byLines(before, after) {
    const lines = compare(before, after, LINES);
    return lines && lines.flatMap((part, i) => {
        const removed = lines[i - 1];
        if (part.kind === 'added' && removed?.kind === 'removed') {
            return compare(removed.text, part.text, WORDS) ?? whole(removed.text, part.text);
        }
        return part.kind === 'removed' && lines[i + 1]?.kind === 'added' ? [] : [part];
    });
}

function whole(before, after) {
    const [oldPieces, newPieces] = [before, after].map(text => text.match(WORDS) ?? []);
    const [start, end] = commonEnds(oldPieces, newPieces);
    const middle = pieces => pieces.slice(start, pieces.length - end).join('');
    return [
        { kind: 'same', text: oldPieces.slice(0, start).join('') },
        { kind: 'removed', text: middle(oldPieces) },
        { kind: 'added', text: middle(newPieces) },
        { kind: 'same', text: oldPieces.slice(oldPieces.length - end).join('') },
    ];
}

/** Compares the pieces into which an expression divides two texts. Null if that would take too long. */
function compare(before, after, expression) {
    const pieces = [before, after].map(text => text.match(expression) ?? []);
    const [start, end] = commonEnds(...pieces);
    const middles = pieces.map(list => list.slice(start, list.length - end));
    const different = [...new Set(middles.flat())];
    if (middles[0].length * middles[1].length > MAX_WORD_PAIRS || different.length > MAX_WORDS) {
        return null;
    }
    const codes = new Map(different.map((piece, index) => [piece, characterOf(index)]));
    const encoded = middles.map(list => list.map(piece => codes.get(piece)).join(''));
    const decode = text => [...text].map(character => different[codeOf(character)]).join('');
    return [
        { kind: 'same', text: pieces[0].slice(0, start).join('') },
        ...parts(compareTexts(encoded[0], encoded[1]), decode),
        { kind: 'same', text: pieces[0].slice(pieces[0].length - end).join('') },
    ];
}

/** Parts without empty ones, and with equal neighbors as one. */
function joined(all) {
    const result = [];
    for (const { kind, text } of all.filter(part => part.text !== '')) {
        if (result.at(-1)?.kind === kind) {
            result.at(-1).text += text;
        } else {
            result.push({ kind, text });
        }
    }
    return result;
}

/** The characters U+E000 to U+FFFF, then U+0001 to U+D7FF: none of them is a surrogate. */
function characterOf(index) {
    return String.fromCharCode(index < 0x2000 ? FIRST_CODE + index : index - 0x2000 + 1);
}

function codeOf(character) {
    const code = character.charCodeAt(0);
    return code >= FIRST_CODE ? code - FIRST_CODE : code - 1 + 0x2000;
}

function parts(differences, decode) {
    const kinds = { [compareTexts.EQUAL]: 'same', [compareTexts.DELETE]: 'removed', [compareTexts.INSERT]: 'added' };
    return differences.map(([kind, text]) => ({ kind: kinds[kind], text: decode(text) }));
}
