import { get } from '../core/api.js';
import { html } from '../core/html.js';
import { useShortcuts } from '../core/keys.js';
import { useLoad } from '../core/load.js';
import { goTo } from '../core/router.js';
import { sessionUrl } from '../core/url.js';
import { Busy, Problem } from '../parts/problem.js';
import { Tabs } from '../parts/small.js';
import { SessionHeader } from './session-header.js';

/** What all views of one session have in common: its name and facts, its actions, and the tabs of its views. */
export function SessionFrame({ views, route, view }) {
    const id = route.params.session;
    const namespace = route.query.namespace ?? '';
    const session = useLoad(signal => get(['sessions', id], { namespace }, signal), [id, namespace]);
    const tabs = views.filter(other => other.group === 'session');
    const href = other => sessionUrl(id, namespace, other.path.split('/').slice(3));
    useShortcuts('Session', tabs.filter(tab => tab.keys)
        .map(tab => ({ keys: tab.keys, label: tab.title, run: () => goTo(href(tab)) })));
    if (session.error) {
        return html`<div class="page"><h1 tabindex="-1">${id}</h1>
            <${Problem} error=${session.error} retry=${session.reload} />
            <p><a href="#/sessions">All sessions</a></p></div>`;
    }
    if (!session.data) {
        return html`<${Busy} text="Loading the session…" />`;
    }
    return html`<div class="page session-page">
        <${SessionHeader} session=${session.data} reload=${session.reload} />
        <${Tabs} label="Views of the session" tabs=${tabs.map(tab => ({
            title: tab.title,
            href: href(tab),
            current: tab.path === route.view.path || (tab.title === route.view.title),
        }))} />
        <${view} route=${route} session=${session.data} namespace=${namespace} reloadSession=${session.reload} />
    </div>`;
}
