import { get, patch, post, remove, request } from '../core/api.js';
import { go, goTo, rememberPage } from '../core/router.js';
import { pretty } from '../core/pretty.js';
import { sessionUrl } from '../core/url.js';
import { ask, confirm } from '../parts/dialog.js';
import { downloadExport } from '../parts/download.js';
import { notify, reported, undoing } from '../parts/notice.js';
import { fork } from '../transcript/actions.js';
import { changesOf, dangersOf, undoOf } from './properties.js';

/** The actions of a session, for its menu. `reload` reads the session again; `renew` builds the view below it again. */
export function sessionActions(session, reload, renew) {
    const path = ['sessions', session.id];
    const query = { namespace: session.namespace };
    const context = { session: session.id, namespace: session.namespace };
    return [
        { label: 'Rename…', icon: 'edit', run: () => rename(session, path, query, reload) },
        { label: 'Metadata…', icon: 'edit', run: () => editMetadata(path, query, reload) },
        { label: 'Properties…', icon: 'edit', run: () => editProperties(session, path, query, reload) },
        '-',
        { label: 'Export as a file', icon: 'down', run: () => exportSession(session, path, query) },
        session.leafId && { label: 'Fork at the latest message…', icon: 'fork', run: () => fork(context, session.leafId) },
        !session.endedAt && { label: 'End and continue in a new one…', icon: 'right', run: () => split(session, path, query) },
        '-',
        { label: 'Delete all messages…', icon: 'trash', danger: true, run: () => clear(session, path, query, () => { reload(); renew(); }) },
        { label: 'Delete the session…', icon: 'trash', danger: true, run: () => deleteSession(session, path, query) },
    ];
}

/** Times that metadata are read again, because the session was written meanwhile. */
const ATTEMPTS = 10;

/** Downloads the session with everything as JSON Lines, which an import makes an equal session of. */
async function exportSession(session, path, query) {
    await reported(async () => {
        await downloadExport(session.id.replace(/[^\w.-]+/g, '_') + '.jsonl', [...path, 'export'], query);
        notify('The session is exported.');
    });
}

/** Makes a change and offers to undo it. */
function changed(text, reload, undo) {
    reload();
    notify(text, undoing(async () => {
        await undo();
        reload();
    }));
}

async function rename(session, path, query, reload) {
    const answer = await ask({
        title: 'Rename the session',
        confirm: 'Rename',
        fields: [{ name: 'name', label: 'Name', value: session.name ?? '' }],
        send: ({ name }) => patch(path, { name: name || null }, { query }),
    });
    if (answer) {
        changed('Renamed', reload, () => patch(path, { name: session.name }, { query }));
    }
}

async function editMetadata(path, query, reload) {
    const before = await reported(() => request('GET', [...path, 'metadata'], { query }));
    if (!before) {
        return;
    }
    const answer = await ask({
        title: 'Metadata of the session',
        confirm: 'Save',
        wide: true,
        fields: [{ name: 'json', label: 'A JSON object', type: 'area', rows: 14, code: true, value: pretty(before.text), required: true }],
        send: ({ json }) => replaceMetadata(path, query, before, json),
    });
    if (answer) {
        changed('Metadata saved', reload, () => replaceMetadata(path, query, answer, before.text));
    }
}

/**
 * Replaces metadata that are still what was read. Their version is that of the session, which each append may change:
 * then they are read again, and replaced if they are the same.
 * @param {{text: string, etag: string}} read
 */
async function replaceMetadata(path, query, read, json) {
    const target = [...path, 'metadata'];
    for (let { etag } = read, attempt = 1; ; attempt++) {
        try {
            return await request('PUT', target, { query, body: json, headers: { 'If-Match': etag } });
        } catch (error) {
            const now = error.status === 412 && attempt < ATTEMPTS ? await request('GET', target, { query }) : null;
            if (now?.text !== read.text) {
                throw error;
            }
            etag = now.etag;
        }
    }
}

async function editProperties(session, path, query, reload) {
    const save = changes => patch(path, changes, { query });
    const answer = await ask({
        title: 'Properties of the session',
        text: 'An empty field stands for the value of the agent.',
        confirm: 'Save',
        fields: [
            { name: 'agent', label: 'Agent', value: session.agent ?? '', note: 'Can be set once.' },
            { name: 'model', label: 'Model', value: session.model ?? '' },
            { name: 'ttlSeconds', label: 'Time to live after the last write, in seconds', type: 'number', value: session.ttlSeconds ?? '' },
            { name: 'maxMessages', label: 'Messages that are kept on the path', type: 'number', value: session.maxMessages ?? '',
                note: 'Older ones are removed at once, for good.' },
            { name: 'compactAfter', label: 'Tokens above which the session is compacted', type: 'number', value: session.compactAfter ?? '' },
            { name: 'compactBy', label: 'Tokens that count', type: 'select', value: session.compactBy ?? '',
                options: [['', 'as the agent says'], ['estimate', 'the estimate of the server'], ['reported', 'those that the client reports']] },
        ],
        send: async values => {
            const changes = changesOf(session, values);
            if (Object.keys(changes).length === 0) {
                return null;
            }
            const now = await get(path, query); // It may have grown since its header was read.
            const dangers = dangersOf(now, changes);
            if (dangers.length === 0) {
                await save(changes);
            }
            return { changes, dangers, undo: undoOf(now, changes) };
        },
    });
    if (answer === null) {
        return;
    }
    const { changes, dangers, undo } = answer;
    if (dangers.length === 0) {
        changed('Saved', reload, () => save(undo));
    } else if (await ask({
        title: 'Change the properties?',
        text: dangers.join(' ') + ' This cannot be undone.',
        confirm: 'Change',
        danger: true,
        fields: [],
        send: () => save(changes),
    })) {
        reload();
        notify('Saved');
    }
}

async function split(session, path, query) {
    const successor = await ask({
        title: 'End the session and continue in a new one',
        text: 'This session accepts no more messages; the new one begins with the summary. This cannot be undone.',
        confirm: 'End and continue',
        danger: true,
        wide: true,
        fields: [
            { name: 'summary', label: 'Summary, the first message of the new session', type: 'area', required: true },
            { name: 'name', label: 'Name of the new session', value: session.name ?? '' },
        ],
        send: ({ summary, name }) => post([...path, 'split'], { summary, name: name || null }, { query }),
    });
    if (successor) {
        goTo(sessionUrl(successor.id, successor.namespace));
    }
}

async function clear(session, path, query, cleared) {
    const isHere = rememberPage();
    if (await confirm({
        title: 'Delete all messages?',
        text: 'The session stays, with its name, metadata and usage. This cannot be undone.',
        confirm: 'Delete all messages',
        danger: true,
    })) {
        await reported(async () => {
            await post([...path, 'clear'], undefined, { query });
            if (isHere()) {
                goTo(sessionUrl(session.id, session.namespace), { replace: true });
            }
            cleared();
            notify('All messages were deleted');
        });
    }
}

async function deleteSession(session, path, query) {
    const answer = await ask({
        title: 'Delete the session?',
        text: 'All its messages, summaries, state and runs are deleted. Forks keep what they inherited. This cannot be undone.',
        confirm: 'Delete',
        danger: true,
        fields: [{ name: 'id', label: 'Type the id of the session to confirm: ' + session.id, expect: session.id }],
        send: async () => {
            await remove(path, { query });
            return true;
        },
    });
    if (answer) {
        notify('The session was deleted');
        go(['sessions']);
    }
}
