/**
 * The views of the console: one line for each. A view is a file below `views/` whose default export is a component; it
 * is loaded when it is first shown.
 *
 * - `path`: the URL after `#`; `:name` is a parameter.
 * - `title`: the name of the view, in navigation and as the title of the page.
 * - `group`: `main` (in the bar at the top) or `session` (a tab of each session); absent: in no navigation.
 * - `keys`: the shortcut that opens the view, only for views of a group.
 *
 * The component gets `route` (`params`, `query`) and, if its path begins with `/sessions/:session`, also `session` (the
 * session as the API returns it), `namespace` and `reloadSession()`.
 */
export const VIEWS = [
    { path: '/sessions', title: 'Sessions', group: 'main', keys: 'g s', load: () => import('./views/sessions.js') },
];
