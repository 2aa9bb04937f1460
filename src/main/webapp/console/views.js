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
    { path: '/live', title: 'Live', group: 'main', keys: 'g l', load: () => import('./views/live.js') },
    { path: '/runs', title: 'Runs', group: 'main', keys: 'g r', load: () => import('./views/runs.js') },
    { path: '/agents', title: 'Agents', group: 'main', keys: 'g n', load: () => import('./views/agents.js') },
    { path: '/agents/:agent', title: 'Agents', load: () => import('./views/agents.js') },
    { path: '/users', title: 'Users', group: 'main', keys: 'g u', load: () => import('./views/users.js') },
    { path: '/users/:user', title: 'Users', load: () => import('./views/users.js') },
    { path: '/admin', title: 'Admin', group: 'main', keys: 'g a', load: () => import('./views/admin.js') },
    { path: '/admin/:part', title: 'Admin', load: () => import('./views/admin.js') },
    { path: '/sessions/:session', title: 'Transcript', group: 'session', keys: 't', load: () => import('./views/transcript.js') },
    { path: '/sessions/:session/messages/:message', title: 'Transcript', load: () => import('./views/transcript.js') },
    { path: '/sessions/:session/prompt', title: 'Prompt', group: 'session', keys: 'g p', load: () => import('./views/prompt.js') },
    { path: '/sessions/:session/compaction', title: 'Compaction', group: 'session', keys: 'g c', load: () => import('./views/compaction.js') },
    { path: '/sessions/:session/diff', title: 'Differences', group: 'session', keys: 'g d', load: () => import('./views/diff.js') },
    { path: '/sessions/:session/live', title: 'Events', group: 'session', keys: 'g e', load: () => import('./views/live.js') },
    { path: '/sessions/:session/state', title: 'Runs and state', group: 'session', keys: 'g w', load: () => import('./views/state.js') },
];
