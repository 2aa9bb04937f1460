import { createStore } from './store.js';

/** The bearer token of this browser tab. It is kept in `sessionStorage` only: closing the tab forgets it. */
const NAME = 'coppice.token';

/** The token, or null before sign-in. */
export const token = createStore(sessionStorage.getItem(NAME));

export function signIn(value) {
    sessionStorage.setItem(NAME, value);
    token.set(value);
}

export function signOut() {
    sessionStorage.removeItem(NAME);
    token.set(null);
}
