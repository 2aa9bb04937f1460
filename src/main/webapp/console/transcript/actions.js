import { ApiError, post, remove, request } from '../core/api.js';
import { goTo } from '../core/router.js';
import { pretty } from '../core/pretty.js';
import { memberText } from '../core/raw-json.js';
import { messageUrl, sessionUrl } from '../core/url.js';
import { ask, confirm } from '../parts/dialog.js';
import { notify } from '../parts/notice.js';
import { copy } from '../parts/small.js';
import { messageMarkdown } from './markdown.js';

/**
 * The actions of one message, for its menu.
 * @param {{session: string, namespace: string, changed: function(), show: function(string)}} context `changed`: reads
 *     the shown part again; `show`: goes to a message
 */
export function messageActions(context, message) {
    return [
        { label: 'Copy as Markdown', icon: 'copy', run: () => copy(messageMarkdown(message)) },
        { label: 'Copy as JSON', icon: 'copy', run: () => copy(async () => pretty((await entry(context, message.id)).text)) },
        { label: 'Copy link', icon: 'link', run: () => copy(location.origin + location.pathname
            + messageUrl(context.session, context.namespace, message.id)) },
        '-',
        { label: 'Fork from here…', icon: 'fork', run: () => fork(context, message.id) },
        { label: 'Add an alternative…', icon: 'again', run: () => addAlternative(context, message) },
        { label: 'Continue from here…', icon: 'plus', run: () => append(context, { parentId: message.id, role: message.role === 'user' ? 'assistant' : 'user' }) },
        { label: 'Edit…', icon: 'edit', run: () => edit(context, message.id) },
        { label: 'Delete…', icon: 'trash', danger: true, run: () => deleteMessage(context, message.id) },
    ];
}

const path = ({ session }, ...rest) => ['sessions', session, ...rest];
const query = ({ namespace }, more = {}) => ({ query: { namespace, ...more } });

/** A message with its place in the tree, and its JSON as it is stored. */
async function entry(context, id) {
    const answer = await request('GET', path(context, 'messages', id), query(context));
    return { ...answer.data, text: memberText(answer.text, 'message'), etag: answer.etag };
}

/** Shows the failure of an action that has no dialog. */
async function reported(action) {
    try {
        return await action();
    } catch (error) {
        notify(error.message);
        return null;
    }
}

export async function fork(context, atMessageId) {
    const session = await ask({
        title: 'Fork the session',
        text: 'The new session has the history up to this message. Nothing is copied, and later changes in one are not seen in the other.',
        confirm: 'Fork',
        fields: [{ name: 'name', label: 'Name of the new session' }, { name: 'id', label: 'Id', code: true, note: 'If empty, the server generates one.' }],
        send: ({ name, id }) => post(path(context, 'fork'), { atMessageId, name: name || null, id: id || null }, query(context)),
    });
    if (session) {
        goTo(sessionUrl(session.id, session.namespace));
        notify('Forked', { label: 'Undo', run: () => reported(async () => {
            await remove(['sessions', session.id], { query: { namespace: session.namespace } });
            goTo(messageUrl(context.session, context.namespace, atMessageId));
        }) });
    }
}

async function addAlternative(context, message) {
    const original = await reported(() => entry(context, message.id));
    if (original) {
        await append(context, {
            title: 'Add an alternative',
            text: 'The message becomes a sibling of this one: both have the same parent. To regenerate an answer, paste the new one.',
            parentId: original.parentId,
            root: original.parentId === null,
            role: message.role,
        });
    }
}

/** Asks for a message and appends it below `parentId`, as a root, or at the leaf. */
export async function append(context, { title = 'Append a message', text, parentId, root, role }) {
    const answer = await ask({
        title,
        text,
        confirm: 'Append',
        wide: true,
        fields: [
            { name: 'role', label: 'Role', type: 'select', value: role, options: ['user', 'assistant', 'system', 'tool'].map(one => [one, one]) },
            { name: 'content', label: 'Text, or a whole message as JSON', type: 'area', required: true },
        ],
        send: ({ role: chosen, content }) => send(context, messageText(chosen, content), { parentId, root }),
    });
    appended(context, answer);
}

/** Appends the JSON text of a message. */
export function send(context, text, { parentId = null, root = false }) {
    const place = (parentId !== null && !root ? '"parentId":' + JSON.stringify(parentId) + ',' : '') + (root ? '"root":true,' : '');
    return post(path(context, 'messages'), '{' + place + '"messages":[' + text + ']}', query(context));
}

/** The JSON of a message: what was typed, if it is a JSON object with a role; otherwise a text of the chosen role. */
export function messageText(role, content) {
    try {
        const value = JSON.parse(content);
        if (value !== null && typeof value === 'object' && typeof value.role === 'string') {
            return content.trim();
        }
    } catch {
        // Not JSON: the content is a text.
    }
    return JSON.stringify({ role, parts: [{ type: 'text', text: content }] });
}

/** Shows a message that was appended, with a button to delete it again. */
export function appended(context, answer) {
    const last = answer?.appended.at(-1);
    if (!last) {
        return;
    }
    context.show(last.id);
    notify(last.inserted ? 'Appended' : 'The message existed already', last.inserted ? { label: 'Undo', run: () => reported(async () => {
        await remove(path(context, 'messages', last.id), query(context));
        if (last.parentId !== null) {
            context.show(last.parentId);
        }
        context.changed();
    }) } : undefined);
}

async function edit(context, id) {
    const original = await reported(() => entry(context, id));
    if (!original) {
        return;
    }
    const save = (text, etag) => request('PUT', path(context, 'messages', id),
        { ...query(context), body: text, headers: etag ? { 'If-Match': etag } : {} });
    const answer = await ask({
        title: 'Edit the message',
        text: 'The message is replaced at its place in the tree.',
        confirm: 'Save',
        wide: true,
        fields: [{ name: 'json', label: 'Message as JSON', type: 'area', rows: 18, code: true, value: pretty(original.text), required: true }],
        send: ({ json }) => save(checkedJson(json), original.etag),
    });
    if (answer) {
        context.changed();
        notify('Saved', { label: 'Undo', run: () => reported(async () => {
            await save(original.text, answer.etag);
            context.changed();
        }) });
    }
}

function checkedJson(text) {
    try {
        JSON.parse(text);
        return text;
    } catch (error) {
        throw new ApiError({ status: 0, code: 'malformed', title: 'This is not valid JSON', detail: error.message });
    }
}

async function deleteMessage(context, id) {
    const original = await reported(() => entry(context, id));
    if (!original) {
        return;
    }
    const isLeaf = original.children === 0;
    if (!await confirm({
        title: 'Delete the message?',
        text: isLeaf ? 'It is the last one of its branch, so this can be undone for a moment.'
            : 'Its children follow the message above. This cannot be undone.',
        confirm: 'Delete',
        danger: true,
    })) {
        return;
    }
    await reported(async () => {
        await remove(path(context, 'messages', id), { ...query(context), headers: { 'If-Match': original.etag } });
        if (original.parentId !== null) {
            context.show(original.parentId);
        }
        context.changed();
        notify('Deleted', isLeaf ? { label: 'Undo', run: () => reported(async () => {
            await send(context, original.text, { parentId: original.parentId, root: original.parentId === null });
            context.show(id);
            context.changed();
        }) } : undefined);
    });
}

