import { patch, post, put, remove, request } from '../core/api.js';
import { go, goTo } from '../core/router.js';
import { pretty } from '../core/pretty.js';
import { sessionUrl } from '../core/url.js';
import { ask, confirm } from '../parts/dialog.js';
import { notify } from '../parts/notice.js';
import { fork } from '../transcript/actions.js';

/** The actions of a session, for its menu. `reload` reads the session again. */
export function sessionActions(session, reload) {
    const path = ['sessions', session.id];
    const query = { namespace: session.namespace };
    const context = { session: session.id, namespace: session.namespace };
    return [
        { label: 'Rename…', icon: 'edit', run: () => rename(session, path, query, reload) },
        { label: 'Metadata…', icon: 'edit', run: () => editMetadata(path, query, reload) },
        { label: 'Properties…', icon: 'edit', run: () => editProperties(session, path, query, reload) },
        '-',
        session.leafId && { label: 'Fork at the latest message…', icon: 'fork', run: () => fork(context, session.leafId) },
        !session.endedAt && { label: 'End and continue in a new one…', icon: 'right', run: () => split(session, path, query) },
        '-',
        { label: 'Delete all messages…', icon: 'trash', danger: true, run: () => clear(session, path, query, reload) },
        { label: 'Delete the session…', icon: 'trash', danger: true, run: () => deleteSession(session, path, query) },
    ];
}

/** Makes a change and offers to undo it. */
function changed(text, reload, undo) {
    reload();
    notify(text, { label: 'Undo', run: async () => {
        try {
            await undo();
            reload();
        } catch (error) {
            notify(error.message);
        }
    } });
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
    const before = await request('GET', [...path, 'metadata'], { query });
    const answer = await ask({
        title: 'Metadata of the session',
        confirm: 'Save',
        wide: true,
        fields: [{ name: 'json', label: 'A JSON object', type: 'area', rows: 14, code: true, value: pretty(before.text), required: true }],
        send: ({ json }) => request('PUT', [...path, 'metadata'], { query, body: json, headers: { 'If-Match': before.etag } }),
    });
    if (answer) {
        changed('Metadata saved', reload, () => put([...path, 'metadata'], before.text, { query, headers: { 'If-Match': answer.etag } }));
    }
}

const NUMBERS = ['ttlSeconds', 'maxMessages', 'compactAfter'];

async function editProperties(session, path, query, reload) {
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
        ],
        send: values => {
            const changes = Object.entries(values)
                .map(([name, value]) => [name, value === '' ? null : NUMBERS.includes(name) ? Number(value) : value])
                .filter(([name, value]) => value !== session[name]);
            return patch(path, Object.fromEntries(changes), { query });
        },
    });
    if (answer) {
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

async function clear(session, path, query, reload) {
    if (await confirm({
        title: 'Delete all messages?',
        text: 'The session stays, with its name, metadata and usage. This cannot be undone.',
        confirm: 'Delete all messages',
        danger: true,
    })) {
        try {
            await post([...path, 'clear'], undefined, { query });
            reload();
            goTo(sessionUrl(session.id, session.namespace), { replace: true });
            location.reload();
        } catch (error) {
            notify(error.message);
        }
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
