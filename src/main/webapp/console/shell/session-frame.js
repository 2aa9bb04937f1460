import { get } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { Busy, Problem } from '../parts/problem.js';
import { Tabs } from '../parts/small.js';
import { SessionHeader } from './session-header.js';
import { sessionTabs } from './session-tabs.js';

/** What all views of one session have in common: its name and facts, its actions, and the tabs of its views. */
export function SessionFrame({ views, route, view }) {
    const id = route.params.session;
    const namespace = route.query.namespace ?? '';
    const session = useLoad(signal => get(['sessions', id], { namespace }, signal), [id, namespace]);
    const tabs = sessionTabs(views, route);
    const [round, setRound] = useState(0);
    if (!session.data && session.error) {
        return html`<div class="page"><h1 tabindex="-1">${id}</h1>
            <${Problem} error=${session.error} retry=${session.reload} />
            <p><a href="#/sessions">All sessions</a></p></div>`;
    }
    if (!session.data) {
        return html`<${Busy} text="Loading the session…" />`;
    }
    return html`<div class="page session-page">
        <${SessionHeader} session=${session.data} reload=${session.reload} renew=${() => setRound(round + 1)} />
        <${Problem} error=${session.error} retry=${session.reload} />
        <${Tabs} label="Views of the session" tabs=${tabs.map(tab => ({
            title: tab.title,
            href: tab.href,
            current: tab.title === route.view.title,
        }))} />
        <${view} key=${round} route=${route} session=${session.data} namespace=${namespace} reloadSession=${session.reload} />
    </div>`;
}
