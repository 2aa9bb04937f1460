import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../core/html.js';
import { compact, count, fullTime } from '../core/words.js';
import { layout, visibleRows } from './layout.js';

/** Height of a row in pixels: the least of a target in WCAG 2.2. */
const ROW = 24;
const COLUMN = 14;
const LEFT = 12;

/**
 * The tree of a session: each run of messages is a row, with a filled dot, or an open ring where branches leave. Only
 * the visible rows are drawn.
 * @param {{runs: object[], leafId: ?string, current: ?string, onSelect: function(object)}} props `leafId`: end of the
 *     shown path; `current`: first id of the run that is in view; `onSelect`: called with a run, and whether it
 *     is on the shown path
 */
export function Minimap({ runs, leafId, current, onSelect }) {
    const frame = useRef(null);
    const [held, setHeld] = useState(null);
    const main = held !== null && runs.some(run => run.lastId === held) ? held : leafId;
    const { rows, columns } = useMemo(() => layout(runs, main, leafId), [runs, main, leafId]);
    const [view, setView] = useState({ top: 0, height: 600 });
    const currentRow = useMemo(() => rows.findIndex(row => row.run.firstId === current), [rows, current]);
    const at = Math.max(0, currentRow);
    useEffect(() => {
        const measure = () => setView({ top: frame.current.scrollTop, height: frame.current.clientHeight });
        const observer = new ResizeObserver(measure);
        observer.observe(frame.current);
        return () => observer.disconnect();
    }, []);
    useLayoutEffect(() => {
        const { scrollTop, clientHeight } = frame.current;
        if (currentRow < 0) {
            return; // What is in view is not in the tree yet: the tree stays where it is.
        }
        if (at * ROW < scrollTop || (at + 1) * ROW > scrollTop + clientHeight) {
            frame.current.scrollTop = at * ROW - clientHeight / 2;
        }
    }, [currentRow]);
    const { from, to } = visibleRows(rows.length, ROW, view.top, view.height);
    const width = LEFT * 2 + columns * COLUMN + 70;
    const select = row => rows[row] && onSelect(rows[row].run, rows[row].onPath);
    const onKey = event => {
        if (event.altKey || event.ctrlKey || event.metaKey) {
            return;
        }
        const target = keyTarget(event.key, rows, at, Math.max(1, Math.floor(view.height / ROW) - 1));
        if (target !== null) {
            event.preventDefault();
            event.stopPropagation();
            setHeld(main); // Otherwise each branch would go to another row when it is shown, and keys could not walk along the rows.
            select(target);
        }
    };
    const onScroll = event => setView({ top: event.target.scrollTop, height: event.target.clientHeight });
    return html`<div class="minimap" ref=${frame} role="tree" tabindex="0" aria-label="Tree of the session" onKeyDown=${onKey}
            onScroll=${onScroll} onBlur=${() => setHeld(null)} onPointerDown=${() => setHeld(null)} aria-activedescendant=${rows.length > 0 && at >= from && at < to ? 'run-' + at : undefined}>
        <svg width=${width} height=${Math.max(1, rows.length) * ROW} role="presentation">
            ${rows.slice(from, to).map((row, index) => html`<${Run} key=${row.run.firstId} row=${row} number=${from + index}
                columns=${columns} isCurrent=${from + index === currentRow} width=${width} select=${select} />`)}
        </svg>
    </div>`;
}

function Run({ row, number, columns, isCurrent, width, select }) {
    const y = number * ROW;
    const middle = y + ROW / 2;
    const x = column => LEFT + column * COLUMN;
    const { run } = row;
    const label = count(run.count, 'message') + (row.isFork ? ', ' + count(run.children, 'branch', 'branches') + ' follow' : '')
        + (row.onPath ? ', on the shown path' : '');
    return html`<g id=${'run-' + number} role="treeitem" data-first=${run.firstId} aria-label=${label} aria-level=${row.column + 1} aria-selected=${isCurrent}
            class=${'run' + (row.onPath ? ' on-path' : '') + (isCurrent ? ' current' : '')} onClick=${() => select(number)}>
        <title>${label + '\n' + fullTime(run.firstCreatedAt) + (run.count > 1 ? ' – ' + fullTime(run.lastCreatedAt) : '')}</title>
        <rect class="hit-area" x="2" y=${y} width=${width - 4} height=${ROW} rx="4" />
        ${lines(row, x, y, middle)}
        <circle class=${row.isFork ? 'ring' : 'dot'} cx=${x(row.column)} cy=${middle} r=${row.isFork ? 4.5 : 3.5} />
        <text x=${x(columns) + 2} y=${middle + 4}>${compact(run.count)}</text>
    </g>`;
}

/** The lines that pass a row, and the one that leads to it. */
function lines(row, x, y, middle) {
    const shown = [];
    for (let column = 0; column <= 30 && (row.above | row.below) >> column; column++) {
        const bit = 1 << column;
        const from = row.above & bit ? y : middle;
        const to = row.below & bit ? y + ROW : middle;
        if (from < to) {
            const isTrunk = column === 0;
            shown.push(html`<path class=${isTrunk ? 'line trunk' : 'line'} d=${'M' + x(column) + ' ' + from + 'V' + to} />`);
        }
    }
    const isBranch = row.column > 0 && !(row.above & (1 << row.column));
    if (isBranch) {
        const parent = x(row.column - 1);
        shown.push(html`<path class="line" d=${'M' + parent + ' ' + y + 'Q' + parent + ' ' + middle + ' ' + x(row.column) + ' ' + middle} />`);
    }
    return shown;
}

/** The row to which a key leads: along the rows, to the parent, or on along the line. Null for other keys. */
export function keyTarget(key, rows, at, page) {
    const last = rows.length - 1;
    switch (key) {
        case 'ArrowDown': return Math.min(last, at + 1);
        case 'ArrowUp': return Math.max(0, at - 1);
        case 'ArrowLeft': return rows[at]?.parent >= 0 ? rows[at].parent : at;
        case 'ArrowRight': return rows[at]?.main >= 0 ? rows[at].main : at;
        case 'Home': return 0;
        case 'End': return last;
        case 'PageDown': return Math.min(last, at + page);
        case 'PageUp': return Math.max(0, at - page);
        default: return null;
    }
}
