/** The fields of a form that shows a profile: a JSON object with any members. Pure. */

/**
 * @typedef {{key: string, name: string, kind: 'text'|'list'|'json', text: string}} ProfileField `key` identifies the
 *     field while its name is edited
 */

/**
 * Makes fields of a profile. Texts and lists of texts are edited as such, all other values as JSON.
 * @param {object} profile
 * @returns {ProfileField[]}
 */
export function fieldsOf(profile) {
    return Object.entries(profile).map(([name, value]) => ({ key: name, name, ...textOf(value) }));
}

function textOf(value) {
    if (typeof value === 'string') {
        return { kind: 'text', text: value };
    }
    if (Array.isArray(value) && value.every(one => typeof one === 'string' && one.trim() === one && one !== '' && !one.includes('\n'))) {
        return { kind: 'list', text: value.join('\n') };
    }
    return { kind: 'json', text: JSON.stringify(value, null, 2) };
}

/**
 * Makes a profile of fields; the reverse of `fieldsOf`.
 * @throws {Error} with a title if a field is not JSON or two fields have one name
 */
export function profileOf(fields) {
    const entries = fields.map(field => [field.name, valueOf(field)]);
    const names = new Set(entries.map(([name]) => name));
    if (names.size < entries.length) {
        throw Object.assign(new Error('Two fields have the same name.'), { title: 'Not saved' });
    }
    return Object.fromEntries(entries);
}

function valueOf({ name, kind, text }) {
    if (kind === 'text') {
        return text;
    }
    if (kind === 'list') {
        return text.split('\n').map(line => line.trim()).filter(line => line !== '');
    }
    try {
        return JSON.parse(text);
    } catch {
        throw Object.assign(new Error(`The field ${name} is not JSON.`), { title: 'Not saved' });
    }
}
