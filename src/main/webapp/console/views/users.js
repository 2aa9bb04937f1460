import { html } from '../core/html.js';
import { go } from '../core/router.js';
import { User } from './user.js';

/** View 10: a user is looked up by its id, because the server has no list of users. */
export default function UsersView({ route }) {
    const submit = event => {
        event.preventDefault();
        const id = event.target.elements.user.value.trim();
        if (id !== '') {
            go(['users', id]);
        }
    };
    const { user } = route.params;
    return html`<div class="page"><header><h1 tabindex="-1" class="clip">${user === undefined ? 'Users' : 'User ' + user}</h1></header>
        <form class="filters" onSubmit=${submit} key=${user}>
            <label class="field"><span class="name">User id</span><input name="user" required defaultValue=${user ?? ''} placeholder="the userId of sessions" /></label>
            <button class="primary">Show</button></form>
        ${user === undefined ? html`<p class="empty">A user is the <code>userId</code> of sessions. Type one to see the profile, or to erase the user.
            Chips in the list of sessions show the ids.</p>` : html`<${User} key=${user} id=${user} />`}</div>`;
}
