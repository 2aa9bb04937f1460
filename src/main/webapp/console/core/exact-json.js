/** Pure. */

/** A number whose digits would change if it became a number of JavaScript, such as 1.50 and integers of 20 digits. */
class ExactNumber {
    constructor(source) {
        this.source = source;
    }

    toString() {
        return this.source;
    }

    toJSON() {
        return JSON.rawJSON(this.source);
    }
}

/**
 * Parses JSON so that `JSON.stringify` writes all numbers with the digits that they had. For values that are shown, not
 * for those that are computed with: numbers that would change are objects. Browsers without `JSON.rawJSON` round them.
 * @throws {SyntaxError}
 */
export function parseExact(json) {
    return typeof JSON.rawJSON !== 'function' ? JSON.parse(json) : JSON.parse(json, (name, value, context) =>
        (typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
            ? new ExactNumber(context.source) : value));
}
