import { html } from '../core/html.js';
import { Busy, Problem } from './problem.js';

/**
 * A table of a list that is read page by page.
 *
 * @param {{caption: string, columns: {title: string, cell: function(object): *, number?: boolean, class?: string}[],
 *     list: object, rowKey: function(object): string, empty: *}} props `list`: a result of `usePages`. The first column
 *     is the header of its row. `empty` is shown if the list has no items.
 */
export function Table({ caption, columns, list, rowKey, empty }) {
    if (list.items.length === 0 && !list.hasMore) {
        return list.error ? html`<${Problem} error=${list.error} retry=${list.reload} />`
            : list.loading ? html`<${Busy} />`
            : html`<div class="empty">${empty}</div>`;
    }
    return html`<div class="table-frame" aria-busy=${list.loading}>
        <table>
            <caption class="unseen">${caption}</caption>
            <thead><tr>${columns.map(column => html`<th scope="col" class=${kind(column)}>${column.title}</th>`)}</tr></thead>
            <tbody>${list.items.map(item => html`<tr key=${rowKey(item)}>
                ${columns.map((column, index) => index === 0
                    ? html`<th scope="row" class=${kind(column)}>${column.cell(item)}</th>`
                    : html`<td class=${kind(column)}>${column.cell(item)}</td>`)}
            </tr>`)}</tbody>
        </table>
        <${More} list=${list} />
    </div>`;
}

function kind(column) {
    return (column.number ? 'number ' : '') + (column.class || '');
}

/** The button that reads the next page of a list. */
export function More({ list, text = 'More' }) {
    return html`
        <${Problem} error=${list.error} retry=${list.hasMore ? list.more : list.reload} />
        ${list.hasMore && html`<div class="more">
            <button onClick=${list.more} disabled=${list.loading}>${list.loading ? 'Loading…' : text}</button>
        </div>`}`;
}
