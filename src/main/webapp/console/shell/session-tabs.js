import { useShortcuts } from '../core/keys.js';
import { goTo } from '../core/router.js';
import { sessionUrl } from '../core/url.js';

/** The views of the session that a route shows, each with its URL (`href`), on the branch of the route. */
export function sessionTabs(views, { params, query }) {
    const { namespace, leaf } = query;
    return views.filter(view => view.group === 'session').map(view =>
        ({ ...view, href: sessionUrl(params.session, namespace, view.path.split('/').slice(3), { leaf }) }));
}

/** Makes the keys of the session's views work, also while a view is still loaded. On other pages they do nothing. */
export function useSessionKeys(views, route) {
    const tabs = route.params.session === undefined ? [] : sessionTabs(views, route);
    useShortcuts('Session', tabs.map(tab => ({ keys: tab.keys, label: tab.title, run: () => goTo(tab.href) })));
}
