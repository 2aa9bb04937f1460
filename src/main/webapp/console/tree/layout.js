/**
 * Places the runs of a tree in rows and columns. The main line, which leads to the shown leaf, is straight in the first
 * column; so is the largest part of every branch in its column. Other branches begin in the next column, between the
 * message where they leave and the rest of its line. So the number of columns grows with the logarithm of the number of
 * branches. Pure; linear in the number of runs, without recursion.
 *
 * @typedef {{firstId: string, lastId: string, parentId: ?string, count: number}} Run a node of `GET tree?runs=true`
 * @typedef {{run: Run, column: number, above: number, below: number, parent: number, main: number, onPath: boolean,
 *     isFork: boolean, size: number}} Row `above` and `below`: the columns with a line in the upper and the lower half of
 *     the row, as bits; a branch leaves the line in the column before its own; `parent` and `main`: the rows of the parent run and of the run that continues the line, or -1;
 *     `size`: number of messages of the run and of everything below it
 */

/** Columns are bits of a number, so more than these are drawn in the last one. */
const MAX_COLUMN = 30;

/**
 * @param {Run[]} runs each after its parent
 * @param {?string} leafId last message of the main line
 * @param {?string} [shownLeaf] last message of the path that is shown, if that is another one
 * @returns {{rows: Row[], columns: number}}
 */
export function layout(runs, leafId, shownLeaf = leafId) {
    const indexes = new Map();
    runs.forEach((run, index) => indexes.set(run.lastId, index));
    const parents = Int32Array.from(runs, run => run.parentId === null ? -1 : indexes.get(run.parentId) ?? -1);
    const sizes = sizesOf(runs, parents);
    const path = pathTo(indexes.get(leafId), parents);
    const children = childrenOf(parents);
    for (const below of [children.roots, ...children.of]) {
        if (below.length > 1) {
            below.sort((a, b) => (path[a] - path[b]) || (sizes[a] - sizes[b]) || (a - b));
        }
    }
    return place(runs, children, sizes, pathTo(indexes.get(shownLeaf), parents));
}

/** Children of runs without children; never changed. */
const NONE = [];

function childrenOf(parents) {
    const of = new Array(parents.length).fill(NONE);
    const roots = [];
    parents.forEach((parent, index) => {
        if (parent < 0) {
            roots.push(index);
        } else if (of[parent] === NONE) {
            of[parent] = [index];
        } else {
            of[parent].push(index);
        }
    });
    return { of, roots };
}

function sizesOf(runs, parents) {
    const sizes = Float64Array.from(runs, run => run.count);
    for (let i = runs.length - 1; i >= 0; i--) {
        if (parents[i] >= 0) {
            sizes[parents[i]] += sizes[i];
        }
    }
    return sizes;
}

/** 1 for each run on the path to a leaf: the run that ends with it, and those above. */
function pathTo(leaf, parents) {
    const path = new Uint8Array(parents.length);
    for (let at = leaf ?? -1; at >= 0; at = parents[at]) {
        path[at] = 1;
    }
    return path;
}

function place(runs, children, sizes, path) {
    const rows = [];
    const open = children.roots.map(index => ({ index, parent: -1, isMain: false, column: 0, lines: 0 })).reverse();
    let columns = 0;
    while (open.length > 0) {
        const { index, parent, isMain, column, lines } = open.pop();
        const below = children.of[index];
        const own = 1 << column;
        const passing = isMain ? lines & ~own : lines; // The line of the parent ends at the run that continues it.
        const row = rows.length;
        columns = Math.max(columns, column + 1);
        rows.push({
            run: runs[index],
            column,
            above: lines,
            below: below.length > 0 ? passing | own : passing,
            parent,
            main: -1,
            onPath: path[index] === 1,
            isFork: below.length > 1,
            size: sizes[index],
        });
        if (isMain) {
            rows[parent].main = row;
        }
        // The last child continues the line. It comes after the other branches, so it is pushed before them.
        for (let i = below.length - 1; i >= 0; i--) {
            const continues = i === below.length - 1;
            open.push({
                index: below[i],
                parent: row,
                isMain: continues,
                column: continues ? column : Math.min(column + 1, MAX_COLUMN),
                lines: passing | own,
            });
        }
    }
    return { rows, columns };
}

/** Rows that are drawn at most; more than any screen has. */
const MAX_DRAWN = 400;

/** The rows that are visible in a part of the list, with a margin. */
export function visibleRows(count, rowHeight, scrollTop, height, margin = 10) {
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - margin);
    const to = Math.min(count, from + MAX_DRAWN, Math.ceil((scrollTop + height) / rowHeight) + margin);
    return { from, to };
}
