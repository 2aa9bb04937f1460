import { post, remove, request } from '../core/api.js';
import { html, useState } from '../core/html.js';
import { useLoad } from '../core/load.js';
import { fieldsOf, isChanged, profileOf } from '../core/profile.js';
import { format } from '../core/url.js';
import { count } from '../core/words.js';
import { confirm, Field } from '../parts/dialog.js';
import { notify, undoing } from '../parts/notice.js';
import { Busy, Problem } from '../parts/problem.js';
import { Erase } from './user-erase.js';

/** The profile of a user as a form, links to the sessions, and the erasure. */
export function User({ id }) {
    const { data, error, loading, reload } = useLoad(async signal => {
        const { text: profile, etag } = await request('GET', ['users', id, 'profile'], { signal }).catch(problem => {
            if (problem.code === 'profile-not-found') {
                return { text: null, etag: null };
            }
            throw problem;
        });
        return { profile, etag };
    }, [id]);
    return html`<div class="stack">
        <p><a href=${format(['sessions'], { userId: id })}>Sessions of this user</a></p>
        <${Problem} error=${error} retry=${reload} />
        ${data ? html`<${Profile} key=${data.etag} id=${id} data=${data} loading=${loading} reload=${reload} />` : !error && html`<${Busy} />`}
        <${Erase} id=${id} hasProfile=${Boolean(data?.profile)} erased=${reload} />
    </div>`;
}

/** The form. It is disabled until what a request has changed is read, because what is typed meanwhile would be lost. */
function Profile({ id, data, loading, reload }) {
    const { profile, etag } = data;
    const path = ['users', id, 'profile'];
    const [fields, setFields] = useState(() => fieldsOf(profile ?? '{}'));
    const [state, setState] = useState({ busy: false, error: null, outdated: null });
    const isWaiting = loading || state.busy || state.outdated === data;
    const change = (index, changes) => setFields(before => before.map((field, i) => (i === index ? { ...field, ...changes } : field)));
    const run = async (work, done) => {
        setState({ busy: true, error: null, outdated: null });
        try {
            const result = await work();
            setState({ busy: false, error: null, outdated: data });
            done(result);
            reload();
        } catch (error) {
            setState({ busy: false, error, outdated: null });
        }
    };
    const save = event => {
        event.preventDefault();
        const store = (body, headers) => request('PUT', path, { body, headers });
        run(async () => store(profileOf(fields), etag ? { 'If-Match': etag } : { 'If-None-Match': '*' }), saved => notify('The profile is saved.', undoing(async () => {
            const headers = { 'If-Match': saved.etag };
            await (etag ? store(profile, headers) : remove(path, { headers }));
            reload();
        })));
    };
    const isDirty = isChanged(fields, profile ?? '{}');
    const analyze = async () => {
        if (await confirm({ title: 'Let the model analyze the messages?', confirm: 'Analyze',
            text: 'The model reads new messages of the user and changes the profile. There is no undo.' })) {
            run(() => post(path, {}), result => notify(result.changed
                ? `The profile is new, from ${count(result.prompts, 'message')}.` : 'The model found nothing new.'));
        }
    };
    const drop = async () => {
        if (await confirm({ title: 'Delete the profile?', text: 'The sessions of the user are kept. There is no undo.', confirm: 'Delete', danger: true })) {
            run(() => remove(path, { headers: { 'If-Match': etag } }), () => notify('The profile is deleted.'));
        }
    };
    return html`<section class="card stack" aria-labelledby="profile-title"><header><h2 id="profile-title">Profile</h2>
            <span class="row"><span class="muted">${etag ? 'version ' + etag.replaceAll('"', '') : 'none yet'}</span>
            <button class="small" disabled=${isWaiting || isDirty}
                title=${isDirty ? 'Save your changes first' : ''} onClick=${analyze}>Let the model analyze</button>
            ${etag && html`<button class="small danger" disabled=${isWaiting} onClick=${drop}>Delete</button>`}</span></header>
        <${Problem} error=${state.error} retry=${state.error?.status === 412 ? reload : undefined} />
        ${state.error?.status === 412 && html`<p class="hint">Somebody saved another version meanwhile. "Try again" loads it and drops your changes.</p>`}
        <form onSubmit=${save}><fieldset class="stack" disabled=${isWaiting}>
            ${fields.length === 0 && html`<p class="muted">No fields yet.</p>`}
            ${fields.map((field, index) => html`<${ProfileField} key=${field.key} field=${field} change=${changes => change(index, changes)}
                drop=${() => setFields(fields.filter(other => other !== field))} />`)}
            <div class="row"><button type="button" class="small" onClick=${() => setFields([...fields,
                { key: 'new' + Date.now(), name: '', kind: 'text', text: '', isNew: true }])}>Add a field</button>
                <button class="primary">Save the profile</button></div></fieldset></form></section>`;
}

const KINDS = [['text', 'text'], ['list', 'list of texts'], ['json', 'JSON']];
const NOTES = { list: 'One entry a line', json: 'JSON' };

function ProfileField({ field, change, drop }) {
    return html`<div class="profile-field">
        ${field.isNew && html`<${Field} label="Name of the new field" required value=${field.name} onValue=${name => change({ name })} />
            <${Field} label="Kind of the new field" type="select" options=${KINDS} value=${field.kind} onValue=${kind => change({ kind })} />`}
        <${Field} label=${field.isNew ? 'Value' : field.name} note=${NOTES[field.kind]} type=${field.kind === 'text' && field.text.length < 80 ? 'text' : 'area'}
            rows=${Math.min(12, field.text.split('\n').length + 1)} code=${field.kind === 'json'} value=${field.text} onValue=${text => change({ text })} />
        <button type="button" class="small" aria-label=${'Remove the field ' + field.name} onClick=${drop}>Remove</button></div>`;
}
