import { ConnectionError } from './errors.js';

/** A block of a stream of Server-Sent Events; without `data` it is no event, but may have an id. */
export interface Block {
  id?: string;
  type: string;
  data?: string;
  retry?: number;
}

/** Lines without their ends; an incomplete last line is dropped. */
async function* lines(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const piece of pieces) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() as string;
    yield* parts;
  }
}

/** Parses Server-Sent Events. A block that the connection cut off is dropped. */
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

/** The lines of an export. Throws if the last one, which says that the export is complete, is missing. */
export async function* exportLines(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let last = '';
  for await (const line of lines(pieces)) {
    last = line;
    yield line;
  }
  if (!last.startsWith('{"complete":')) throw new ConnectionError('The export ended before its last line');
}

/**
 * Reads a history while it arrives: first its members except the messages, then each message. Holds one message and one
 * piece of the body in memory.
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
