import { open } from '../core/api.js';

/**
 * Gives somebody a file.
 * @param {string} name of the file
 * @param {Blob} blob
 */
export function download(name, blob) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Reads an export and gives it to somebody as a file.
 * @throws {Error} if the export ended early
 */
export async function downloadExport(name, segments, query) {
    const blob = await (await open(segments, { query, headers: { Accept: 'application/jsonl' } })).blob();
    const last = await blob.slice(-200).text();
    if (!last.trimEnd().split('\n').at(-1).startsWith('{"complete"')) {
        throw new Error('The export ended early. Try again.');
    }
    download(name, blob);
}
