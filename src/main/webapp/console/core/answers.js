import { isJson } from './pretty.js';
import { itemTexts, memberText, memberTexts } from './raw-json.js';

/**
 * Answers to what a run waits for, as the agent finds them in the requirements of the run. The functions take the texts
 * of all requirements and return the JSON of the new ones; what is not answered keeps its text. Pure.
 */

/** The requirements with `confirmed` set in the one at an index. */
export function confirmed(items, index, isConfirmed) {
    return replaced(items, index, withMember(items[index], 'confirmed', String(isConfirmed)));
}

/**
 * The texts with which the fields of a requirement are shown for editing, one for each field.
 * @param {string} item the requirement
 * @returns {string[]} the text of a value that is a string, the JSON of any other one; empty without a value
 */
export function fieldTexts(item) {
    return itemTexts(memberText(item, 'fields')).map(textOf);
}

function textOf(field) {
    const json = memberText(field, 'value') ?? 'null';
    const value = JSON.parse(json);
    return value === null ? '' : typeof value === 'string' ? value : json;
}

/**
 * The requirements with a `value` in each field of the one at an index.
 * @param {string[]} values what was typed, one for each field; a field stays as it is if its text is still that of
 *     `fieldTexts`, and has no value if its text was removed
 * @throws {Error} with a title if a field that is declared as a number or Boolean has another value
 */
export function entered(items, index, values) {
    const fields = itemTexts(memberText(items[index], 'fields')).map((field, i) =>
        values[i] === textOf(field) ? field : withMember(field, 'value', values[i] === '' ? null : valueOf(JSON.parse(field), values[i])));
    return replaced(items, index, withMember(items[index], 'fields', '[' + fields.join(',') + ']'));
}

function valueOf(field, text) {
    const type = typeof field.type === 'string' ? field.type : field.schema?.type;
    if (type !== 'integer' && type !== 'number' && type !== 'boolean') {
        const wasText = type === 'string' || typeof (field.value ?? '') === 'string';
        return !wasText && isJson(text) ? text.trim() : JSON.stringify(text);
    }
    const value = isJson(text) ? JSON.parse(text) : null;
    const fits = type === 'boolean' ? typeof value === 'boolean'
        : typeof value === 'number' && (type === 'number' || Number.isInteger(value));
    if (!fits) {
        throw Object.assign(new Error(`The field ${field.name} must be of the type ${type}.`), { title: 'Not saved' });
    }
    return text.trim();
}

function replaced(items, index, item) {
    return '[' + items.map((one, i) => (i === index ? item : one)).join(',') + ']';
}

/** A JSON object with another value of a member; without the member if the value is null. */
function withMember(json, name, value) {
    const members = memberTexts(json);
    const all = members.some(([member]) => member === name) ? members : [...members, [name, value]];
    return '{' + all.map(([member, text]) => [member, member === name ? value : text]).filter(([, text]) => text !== null)
        .map(([member, text]) => JSON.stringify(member) + ':' + text).join(',') + '}';
}
