import compareTexts from '../vendor/fast-diff.js';

/** Comparison of two conversations: rows of messages beside each other, and words within two texts. Pure. */

/** Most pairs of messages that are compared; beyond it, what differs is shown without being aligned. */
const MAX_PAIRS = 1_000_000;

/** Most different words that get a character of their own; longer texts are compared by characters. */
const MAX_WORDS = 50_000;

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
    let start = 0;
    while (start < left.length && start < right.length && left[start] === right[start]) {
        start++;
    }
    let end = 0;
    while (end < left.length - start && end < right.length - start
        && left[left.length - 1 - end] === right[right.length - 1 - end]) {
        end++;
    }
    const middle = commonMiddle(left.slice(start, left.length - end), right.slice(start, right.length - end));
    return [
        ...Array.from({ length: start }, (_, i) => [i, i]),
        ...middle.map(([l, r]) => [l + start, r + start]),
        ...Array.from({ length: end }, (_, i) => [left.length - end + i, right.length - end + i]),
    ];
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
 * Compares two texts word by word.
 * @returns {{kind: 'same'|'removed'|'added', text: string}[]} in order; the `same` and `removed` parts make the old text
 */
export function words(before, after) {
    const codes = new Map();
    const list = [];
    const encoded = [before, after].map(text => encode(text, codes, list));
    if (list.length > MAX_WORDS) {
        return parts(compareTexts(before, after), text => text);
    }
    const decode = text => [...text].map(character => list[codeOf(character)]).join('');
    return parts(compareTexts(encoded[0], encoded[1]), decode);
}

/** Words, each with its own character: letters and digits, or spaces, or a single other character. */
function encode(text, codes, list) {
    return (text.match(/[\p{L}\p{N}_]+|\s+|./gsu) || []).map(word => {
        if (!codes.has(word)) {
            codes.set(word, list.length);
            list.push(word);
        }
        return characterOf(codes.get(word));
    }).join('');
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
