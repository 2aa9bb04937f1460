/**
 * Parser of Server-Sent Events. `EventSource` cannot send the header `Authorization`, so the console reads streams with
 * `fetch`. Pure.
 */

/**
 * @typedef {{id: ?string, type: string, data: string}} StreamEvent `id`: null if the event has none
 */

/**
 * Creates a parser. Text arrives in pieces of any size; a piece may end within a line.
 *
 * @param {{event: function(StreamEvent), id?: function(string), comment?: function(), retry?: function(number)}} receiver
 *     `id` gets the position after which a client resumes, also of a frame without an event, and before the event of
 *     its frame; `retry` gets milliseconds; `comment` is called for heartbeats
 * @returns {function(string)} takes the next piece of the stream
 */
export function createParser(receiver) {
    let rest = '';
    let afterReturn = false;
    let fields = empty();
    return piece => {
        let text = rest + piece;
        if (afterReturn && text.startsWith('\n')) {
            text = text.slice(1);
        }
        const lines = text.split(/\r\n|\n|\r/);
        rest = lines.pop();
        // A line may end with \r\n of which the \n comes with the next piece.
        afterReturn = rest === '' && (text === '' ? afterReturn : text.endsWith('\r'));
        for (const line of lines) {
            fields = take(line, fields, receiver);
        }
    };
}

function empty() {
    return { id: null, type: '', data: [] };
}

function take(line, fields, receiver) {
    if (line === '') {
        if (fields.id !== null) {
            receiver.id?.(fields.id);
        }
        if (fields.data.length > 0) {
            receiver.event({ id: fields.id, type: fields.type || 'message', data: fields.data.join('\n') });
        }
        return empty();
    }
    if (line.startsWith(':')) {
        receiver.comment?.();
        return fields;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    return withField(name, value, fields, receiver);
}

function withField(name, value, fields, receiver) {
    switch (name) {
        case 'data':
            return { ...fields, data: [...fields.data, value] };
        case 'event':
            return { ...fields, type: value };
        case 'id':
            return value.includes('\0') ? fields : { ...fields, id: value };
        case 'retry':
            if (/^\d+$/.test(value)) {
                receiver.retry?.(Number(value));
            }
            return fields;
        default:
            return fields; // unknown fields are ignored, as the standard says
    }
}
