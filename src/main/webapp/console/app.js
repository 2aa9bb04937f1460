import { html, render, useEffect, useErrorBoundary, useRef, useState } from './core/html.js';
import { startKeys } from './core/keys.js';
import { pageKey, startRouter, useRoute } from './core/router.js';
import { useStore } from './core/store.js';
import { token } from './core/token.js';
import { Dialogs } from './parts/dialog.js';
import { Notices } from './parts/notice.js';
import { Busy, Problem } from './parts/problem.js';
import { useSessionKeys } from './shell/session-tabs.js';
import { SignIn } from './shell/sign-in.js';
import { TopBar } from './shell/top-bar.js';
import { VIEWS } from './views.js';

function App() {
    const route = useRoute();
    const signedIn = useStore(token) !== null;
    useSessionKeys(VIEWS, route);
    const skip = event => {
        event.preventDefault(); // The part of the URL after # is the state of the page.
        document.querySelector('main').focus();
    };
    return html`
        <a class="skip" href="#main" onClick=${skip}>Skip to the content</a>
        <div class="shell">
            <${TopBar} views=${VIEWS} route=${route} signedIn=${signedIn} />
            <main id="main" tabindex="-1">
                ${signedIn ? html`<${Page} route=${route} key=${pageKey(route)} />` : html`<${SignIn} />`}
            </main>
        </div>
        <${Dialogs} />
        <${Notices} />`;
}

/** The view of a route. An error of a view is shown in its place; the rest of the page keeps working. */
function Page({ route }) {
    const [error, resetError] = useErrorBoundary(problem => console.error(problem));
    const view = useView(route.view);
    const shown = useRef(false);
    useEffect(() => {
        if (view.component && !shown.current) {
            shown.current = true;
            scrollTo(0, 0);
            const main = document.querySelector('main');
            // The page is visible before this runs: the focus is not taken from a field that somebody uses already.
            if (document.activeElement === main || !main.contains(document.activeElement)) {
                main.querySelector('h1')?.focus({ preventScroll: true });
            }
        }
    }, [view.component]);
    useEffect(() => {
        document.title = (route.view ? [route.params.session, route.view.title] : ['No such page'])
            .filter(part => part).join(' · ') + ' · Coppice';
    }, [route]);
    if (error) {
        return html`<${Problem} error=${error} retry=${resetError} />`;
    }
    if (!route.view) {
        return html`<div class="empty"><h1 tabindex="-1">There is no such page</h1>
            <p>The address is not one of this console. <a href="#/sessions">Go to the sessions</a></p></div>`;
    }
    if (view.error) {
        return html`<${Problem} error=${view.error} />`;
    }
    if (!view.component) {
        return html`<${Busy} />`;
    }
    return route.params.session === undefined
        ? html`<${view.component} route=${route} />`
        : html`<${view.frame} views=${VIEWS} route=${route} view=${view.component} />`;
}

/** Loads a view and, if it shows a session, the frame around it. */
function useView(view) {
    const [state, setState] = useState({ component: null, frame: null, error: null });
    useEffect(() => {
        let isCurrent = true;
        const isOfSession = view?.path.startsWith('/sessions/:session');
        Promise.all([view?.load(), isOfSession ? import('./shell/session-frame.js') : null]).then(
            ([module, frame]) => isCurrent && view
                && setState({ component: module.default, frame: frame?.SessionFrame ?? null, error: null }),
            error => isCurrent && setState({ component: null, frame: null, error }));
        return () => {
            isCurrent = false;
        };
    }, [view?.path.replace('/messages/:message', '')]);
    return state;
}

startRouter(VIEWS);
startKeys();
const place = document.getElementById('app');
place.textContent = '';
render(html`<${App} />`, place);
