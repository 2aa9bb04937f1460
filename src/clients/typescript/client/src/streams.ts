import { ConnectionError } from './errors.js';

/**
 * The fields between two empty lines of a stream of Server-Sent Events. A block with `data` is an event. A block
 * without `data` is none, but may contain an id after which the stream can be continued. `retry` is the wait before a
 * new connection, in milliseconds, as the server demands it.
 */
export interface Block {
  id?: string;
  type: string;
  data?: string;
  retry?: number;
}

/** Returns the lines of a text without their line breaks. Drops a last line that has no line break. */
async function* lines(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const piece of pieces) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() as string;
    yield* parts;
  }
}

/** Returns the blocks of a stream of Server-Sent Events. Drops a last block that is not complete. */
export async function* blocks(pieces: AsyncIterable<string>): AsyncGenerator<Block, void, undefined> {
  let block: Block = { type: 'message' };
  for await (const line of lines(pieces)) {
    if (line === '') {
      yield block;
      block = { type: 'message' };
      continue;
    }
    const colon = line.includes(':') ? line.indexOf(':') : line.length;
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id') block.id = value;
    else if (name === 'event') block.type = value;
    else if (name === 'data') block.data = block.data === undefined ? value : `${block.data}\n${value}`;
    else if (name === 'retry') block.retry = Number(value);
  }
}

/** Returns the lines of an export. Throws if the last line, which marks a complete export, is missing. */
export async function* exportLines(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let last = '';
  for await (const line of lines(pieces)) {
    last = line;
    yield line;
  }
  if (!last.startsWith('{"complete":')) throw new ConnectionError('The export ended before its last line');
}

/**
 * Reads the JSON of a history while it arrives. First returns an object with its other members, then each of its
 * messages. Needs memory for only one message and one piece of the body.
 */
export async function* historyParts(pieces: AsyncIterable<string>): AsyncGenerator<unknown, void, undefined> {
  const opening = '"messages":[';
  let text = '';
  let begun = false;
  let depth = 0;
  let quoted = false;
  let start = 0;
  let at = 0;
  for await (const piece of pieces) {
    if (depth < 0) continue;
    text += piece;
    if (!begun) {
      const from = text.indexOf(opening);
      if (from < 0) continue;
      yield JSON.parse(`${text.slice(0, from)}${opening}]}`);
      text = text.slice(from + opening.length);
      begun = true;
    }
    for (; at < text.length; at += 1) {
      const char = text.charCodeAt(at);
      if (quoted) {
        if (char === 0x5c) at += 1;
        else if (char === 0x22) quoted = false;
      } else if (char === 0x22) quoted = true;
      else if (char === 0x7b || char === 0x5b) {
        if (depth === 0) start = at;
        depth += 1;
      } else if (char === 0x7d || char === 0x5d) {
        depth -= 1;
        if (depth < 0) break;
        if (depth === 0) yield JSON.parse(text.slice(start, at + 1));
        if (depth === 0) start = at + 1;
      }
    }
    text = text.slice(start);
    at -= start;
    start = 0;
  }
  if (depth >= 0) throw new ConnectionError('The history ended before its last message');
}
