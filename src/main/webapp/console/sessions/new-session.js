import { remove, request } from '../core/api.js';
import { goTo } from '../core/router.js';
import { sessionUrl } from '../core/url.js';
import { ask } from '../parts/dialog.js';
import { notify, undoing } from '../parts/notice.js';

const NUMBERS = ['ttlSeconds', 'maxMessages', 'compactAfter'];

/** Asks for the fields of a new session, creates it and opens it. The filters of the list are suggested as values. */
export async function newSession(query) {
    const created = await ask({
        title: 'New session',
        text: 'User, source and type cannot be changed later. An empty limit stands for that of the agent.',
        confirm: 'Create',
        fields: [
            { name: 'name', label: 'Name' },
            { name: 'userId', label: 'User', value: query.userId },
            { name: 'agent', label: 'Agent', value: query.agent },
            { name: 'namespace', label: 'Namespace', value: query.namespace },
            { name: 'id', label: 'Id', note: 'If empty, the server generates one.', code: true },
            { name: 'source', label: 'Source', value: query.source, note: 'Where it comes from, for example a channel.' },
            { name: 'type', label: 'Type', type: 'select', value: query.type ?? 'agent', options: [['agent', 'agent'], ['team', 'team'], ['workflow', 'workflow']] },
            { name: 'model', label: 'Model' },
            { name: 'metadata', label: 'Metadata', type: 'area', rows: 2, code: true, placeholder: '{"topic": "hazel"}', note: 'A JSON object.' },
            { name: 'ttlSeconds', label: 'Time to live after the last write, in seconds', type: 'number' },
            { name: 'maxMessages', label: 'Messages that are kept on the path', type: 'number' },
            { name: 'compactAfter', label: 'Tokens above which the session is compacted', type: 'number' },
        ],
        send: ({ namespace, ...fields }) => request('POST', ['sessions'], { query: { namespace }, body: bodyOf(fields) }),
    });
    if (created) {
        const { data: session, etag } = created;
        const before = location.hash;
        goTo(sessionUrl(session.id, session.namespace));
        notify('The session is created.', undoing(async () => {
            await remove(['sessions', session.id], { query: { namespace: session.namespace }, headers: { 'If-Match': etag } });
            goTo(before);
        }));
    }
}

/** The fields that are filled in, as JSON; metadata as they were typed, so that numbers keep their digits. */
function bodyOf(fields) {
    return '{' + Object.entries(fields).filter(([, value]) => value.trim() !== '').map(([name, value]) => JSON.stringify(name) + ':'
        + (name === 'metadata' ? value : NUMBERS.includes(name) ? Number(value) : JSON.stringify(value))).join(',') + '}';
}
