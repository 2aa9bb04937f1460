import { isJson, pretty } from './pretty.js';
import { memberTexts } from './raw-json.js';

/**
 * The fields of a form that shows a profile: a JSON object with any members. It is read and written as text, so that the
 * numbers of a field keep their digits. Pure.
 */

/**
 * @typedef {{key: string, name: string, kind: 'text'|'list'|'json', text: string, read?: {text: string, json: string}}}
 *     ProfileField `key` identifies the field while its name is edited; `read`: the text of the form and the JSON that
 *     it was made of
 */

/**
 * Makes fields of a profile. Texts and lists of texts are edited as such, all other values as JSON.
 * @param {string} json the profile
 * @returns {ProfileField[]}
 */
export function fieldsOf(json) {
    return memberTexts(json).map(([name, value]) => {
        const field = { key: name, name, ...textOf(value) };
        return { ...field, read: { text: field.text, json: value } };
    });
}

function textOf(json) {
    const value = JSON.parse(json);
    if (typeof value === 'string') {
        return { kind: 'text', text: value };
    }
    if (Array.isArray(value) && value.every(one => typeof one === 'string' && one.trim() === one && one !== '' && !one.includes('\n'))) {
        return { kind: 'list', text: value.join('\n') };
    }
    return { kind: 'json', text: pretty(json) };
}

/**
 * Makes a profile of fields; the reverse of `fieldsOf`. A field that nobody edited is written as it was read.
 * @returns {string} JSON
 * @throws {Error} with a title if a field is not JSON or two fields have one name
 */
export function profileOf(fields) {
    const names = new Set(fields.map(({ name }) => name));
    if (names.size < fields.length) {
        throw Object.assign(new Error('Two fields have the same name.'), { title: 'Not saved' });
    }
    return '{' + fields.map(field => JSON.stringify(field.name) + ':' + jsonOf(field)).join(',') + '}';
}

function jsonOf({ name, kind, text, read }) {
    if (read?.text === text) {
        return read.json;
    }
    if (kind === 'text') {
        return JSON.stringify(text);
    }
    if (kind === 'list') {
        return JSON.stringify(text.split('\n').map(line => line.trim()).filter(line => line !== ''));
    }
    if (!isJson(text)) {
        throw Object.assign(new Error(`The field ${name} is not JSON.`), { title: 'Not saved' });
    }
    return text.trim();
}

/** True if fields do not say the same as the profile of which they were made. */
export function isChanged(fields, json) {
    return fields.length !== memberTexts(json).length || fields.some(({ text, read }) => read?.text !== text);
}
