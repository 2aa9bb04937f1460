import { post } from '../core/api.js';
import { goTo } from '../core/router.js';
import { sessionUrl } from '../core/url.js';
import { ask } from '../parts/dialog.js';

/** Asks for the fields of a new session, creates it and opens it. The filters of the list are suggested as values. */
export async function newSession(query) {
    const session = await ask({
        title: 'New session',
        confirm: 'Create',
        fields: [
            { name: 'name', label: 'Name' },
            { name: 'userId', label: 'User', value: query.userId },
            { name: 'agent', label: 'Agent', value: query.agent },
            { name: 'namespace', label: 'Namespace', value: query.namespace },
            { name: 'id', label: 'Id', note: 'If empty, the server generates one.', code: true },
        ],
        send: ({ namespace, ...fields }) => post(['sessions'],
            Object.fromEntries(Object.entries(fields).filter(([, value]) => value)), { query: { namespace } }),
    });
    if (session) {
        goTo(sessionUrl(session.id, session.namespace));
    }
}
