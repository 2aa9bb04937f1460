import { ApiError, get, post, remove, request } from '../core/api.js';
import { goTo, rememberPage } from '../core/router.js';
import { pretty } from '../core/pretty.js';
import { memberText } from '../core/raw-json.js';
import { sessionUrl } from '../core/url.js';
import { count } from '../core/words.js';
import { ask, confirm } from '../parts/dialog.js';
import { notify, reported, undoing } from '../parts/notice.js';
import { copy } from '../parts/small.js';
import { messageMarkdown } from './markdown.js';

/**
 * The actions of one message, for its menu.
 * @param {{session: string, namespace: string, changed: function(), show: function(string, boolean), links: object}}
 *     context `changed`: reads the shown part again; `show`: goes to a message of the shown path, or of another one;
 *     `links`: URLs of messages
 */
export function messageActions(context, message) {
    return [
        { label: 'Copy as Markdown', icon: 'copy', run: () => copy(messageMarkdown(message)) },
        { label: 'Copy as JSON', icon: 'copy', run: () => copy(async () => pretty((await entry(context, message.id)).text)) },
        { label: 'Copy link', icon: 'link', run: () => copy(location.origin + location.pathname + context.links.link(message.id)) },
        '-',
        { label: 'Fork from here…', icon: 'fork', run: () => fork(context, message.id) },
        { label: 'Add an alternative…', icon: 'again', run: () => addAlternative(context, message) },
        { label: 'Continue from here…', icon: 'plus', run: () => append(context, { parentId: message.id, role: message.role === 'user' ? 'assistant' : 'user' }) },
        { label: 'Edit…', icon: 'edit', run: () => edit(context, message.id) },
        { label: 'Delete…', icon: 'trash', danger: true, run: () => deleteMessage(context, message.id) },
    ];
}

/** The actions of a summary, for its menu. */
export function summaryActions(context, message) {
    return [
        { label: 'Copy as Markdown', icon: 'copy', run: () => copy(messageMarkdown(message)) },
        { label: 'Copy link', icon: 'link', run: () => copy(location.origin + location.pathname + context.links.link(message.id)) },
        '-',
        { label: 'Fork from here…', icon: 'fork', run: () => fork(context, message.id) },
    ];
}

const path = ({ session }, ...rest) => ['sessions', session, ...rest];
const query = ({ namespace }, more = {}) => ({ query: { namespace, ...more } });

/** A message with its place in the tree, and its JSON as it is stored. */
async function entry(context, id) {
    const answer = await request('GET', path(context, 'messages', id), query(context));
    return { ...answer.data, id, text: memberText(answer.text, 'message'), etag: answer.etag };
}

export async function fork(context, atMessageId) {
    const answer = await ask({
        title: 'Fork the session',
        text: 'The new session has the history up to this message. Nothing is copied, and later changes in one are not seen in the other.',
        confirm: 'Fork',
        fields: [{ name: 'name', label: 'Name of the new session' }, { name: 'id', label: 'Id', code: true, note: 'If empty, the server generates one.' }],
        send: ({ name, id }) => request('POST', path(context, 'fork'), { ...query(context), body: { atMessageId, name: name || null, id: id || null } }),
    });
    if (answer) {
        const { data: session, etag } = answer;
        const before = location.hash;
        goTo(sessionUrl(session.id, session.namespace));
        notify('Forked', undoing(async () => {
            await remove(['sessions', session.id], { query: { namespace: session.namespace }, headers: { 'If-Match': etag } });
            goTo(before);
        }));
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
    const isHere = rememberPage();
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
    appended(context, answer, isHere);
}

/** Appends the JSON text of a message. */
export function send(context, text, { parentId = null, root = false, expected = {} }) {
    const place = { ...parentId !== null && !root && { parentId }, ...root && { root }, ...expected };
    const members = Object.entries(place).map(([name, value]) => JSON.stringify(name) + ':' + JSON.stringify(value));
    return post(path(context, 'messages'), '{' + [...members, '"messages":[' + text + ']'].join() + '}', query(context));
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

/**
 * Shows a message that was appended, with a button to delete it again and to go back to what was shown before.
 * @param {function(): boolean} isHere whether the page is shown on which the request began; another page is not left
 */
export function appended(context, answer, isHere) {
    const last = answer?.appended.at(-1);
    if (!last) {
        return;
    }
    const before = isHere() ? location.hash : null;
    if (before !== null) {
        context.show(last.id, true);
    }
    if (!last.inserted) {
        notify('The message existed already');
        return;
    }
    const trimmed = answer.trimmed ? `; the limit of the session has removed ${count(answer.trimmed, 'older message')} for good` : '';
    notify('Appended' + trimmed, undoing(async () => {
        await removeUnanswered(context, last.id);
        if (before !== null && isHere()) {
            goTo(before);
        }
        context.changed();
    }));
}

/**
 * Deletes a message that was just appended.
 * @throws {Error} if somebody has answered it: then the answer would move to the message above
 */
export async function removeUnanswered(context, id) {
    const { children, etag } = await entry(context, id);
    if (children > 0) {
        throw new Error('The message was answered meanwhile, so it stays.');
    }
    await remove(path(context, 'messages', id), { ...query(context), headers: { 'If-Match': etag } });
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
        notify('Saved', undoing(async () => {
            await save(original.text, answer.etag);
            context.changed();
        }));
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
    const isHere = rememberPage();
    const read = await reported(async () => [await entry(context, id), await leafOf(context)]);
    if (!read) {
        return;
    }
    const [original, leaf] = read;
    const isLeaf = original.children === 0;
    const canUndo = isLeaf && leaf === id;
    if (!await confirm({ title: 'Delete the message?', text: consequence(isLeaf, canUndo), confirm: 'Delete', danger: true })) {
        return;
    }
    await reported(async () => {
        await remove(path(context, 'messages', id), { ...query(context), headers: { 'If-Match': original.etag } });
        const undo = canUndo ? await undoDelete(context, original, isHere) : undefined;
        if (isHere() && original.parentId !== null) {
            context.show(original.parentId, isLeaf);
        } else if (isHere()) {
            goTo(sessionUrl(context.session, context.namespace));
        }
        context.changed();
        notify('Deleted', undo);
    });
}

/** What the deletion of a message does, for the question before it. */
function consequence(isLeaf, canUndo) {
    if (canUndo) {
        return 'It is the last message of the session, so this can be undone for a moment.';
    }
    return isLeaf ? 'It is the last one of a branch that is not the latest. This cannot be undone: to append it again would make the branch the latest path.'
        : 'Its children follow the message above. This cannot be undone.';
}

/** The session's leaf: the end of its latest path. */
async function leafOf(context) {
    return (await get(path(context), query(context).query)).leafId;
}

/**
 * Appends a deleted leaf again, unless the session has gone on meanwhile: that would move its latest path to another
 * branch.
 */
async function undoDelete(context, original, isHere) {
    const leaf = await leafOf(context);
    const expected = leaf === null ? { expectEmpty: true } : { expectedLeafId: leaf };
    return undoing(async () => {
        await send(context, original.text, { parentId: original.parentId, root: original.parentId === null, expected });
        if (isHere()) {
            context.show(original.id, true);
        }
        context.changed();
    });
}
