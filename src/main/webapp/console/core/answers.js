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
 * The requirements with a `value` in each field of the one at an index.
 * @param {string[]} values what was typed, one for each field; a field without text gets no value
 * @throws {Error} with a title if a field that is declared as a number or Boolean has another value
 */
export function entered(items, index, values) {
    const fields = itemTexts(memberText(items[index], 'fields')).map((field, i) =>
        values[i] === '' ? field : withMember(field, 'value', valueOf(JSON.parse(field), values[i])));
    return replaced(items, index, withMember(items[index], 'fields', '[' + fields.join(',') + ']'));
}

function valueOf(field, text) {
    const type = typeof field.type === 'string' ? field.type : field.schema?.type;
    if (type !== 'integer' && type !== 'number' && type !== 'boolean') {
        return JSON.stringify(text);
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

function withMember(json, name, value) {
    const members = memberTexts(json);
    const others = members.some(([member]) => member === name) ? members : [...members, [name, value]];
    return '{' + others.map(([member, text]) => JSON.stringify(member) + ':' + (member === name ? value : text)).join(',') + '}';
}
