import { ConnectionError, ProblemError, problemError } from './errors.js';
import { Session } from './session.js';
import { blocks, exportLines } from './streams.js';
import type { Answer, Call, CallOptions, CoppiceOptions } from './transport.js';
import { sleep, Transport, waitBeforeRetry } from './transport.js';
import type { Body, FeedEvent, Hit, ImportReport, Query, SessionInfo, Versioned } from './types.js';

const CALL_OPTIONS = ['timeout', 'deadline', 'signal', 'idempotencyKey', 'ifMatch'];
/**
 * Milliseconds without data after which the connection of a feed counts as lost. In this time a server with default
 * settings sends four heartbeats.
 */
const FEED_TIMEOUT = 60_000;
const FEED_WAIT = 3_000;
/**
 * Maximum time in milliseconds to wait for data of an answer to an import. The server answers when it has begun to
 * read, but a browser shows the answer only after the whole upload.
 */
const IMPORT_TIMEOUT = 300_000;
/** Number of characters that are sent at once. To send each line for itself would cost more. */
const UPLOAD_PIECE = 65_536;

type Filter = { namespace?: string } & CallOptions;

/** Client of a Coppice server. The token decides which tenant's data it can read and write. Can be shared. */
export class Coppice {
  private readonly transport: Transport;
  private readonly namespace: string | undefined;

  constructor(options: CoppiceOptions) {
    this.transport = new Transport(options);
    this.namespace = options.namespace;
  }

  /** Returns an object for the session with this id. Sends no request, so the session need not exist. */
  session(id: string, options: { namespace?: string } = {}): Session {
    return new Session(this, id, options.namespace ?? this.namespace);
  }

  createSession(session: Body<'createSession'> = {}, options: Filter = {}): Promise<SessionInfo> {
    return this.json('POST', '/v1/sessions', { namespace: this.namespace, ...options }, session);
  }

  /**
   * Returns the sessions that meet all conditions, the most recently written first. The condition `'metadata.<key>'`
   * compares a member of the metadata.
   */
  sessions(
    filter: Query<'listSessions'> & { [metadata: `metadata.${string}`]: unknown } & Filter = {},
  ): AsyncGenerator<SessionInfo, void, undefined> {
    return this.pages('/v1/sessions', { namespace: this.namespace, ...filter });
  }

  /** Returns the messages that match the query `q` in all sessions of the namespace, the best hits first. */
  search(q: string, filter: Omit<Query<'search'>, 'q'> & Filter = {}): AsyncGenerator<Hit, void, undefined> {
    return this.pages('/v1/search', { namespace: this.namespace, q, ...filter });
  }

  /**
   * Returns the events of a namespace, or of all namespaces if it is `*`, without an end. Begins after the event with
   * the id `after`, or now if there is no such option.
   */
  events(
    options: { namespace?: string; after?: string; signal?: AbortSignal } = {},
  ): AsyncGenerator<FeedEvent, void, undefined> {
    return this.follow('/v1/events', { namespace: this.namespace, ...options }, false);
  }

  /** Returns the sessions with all their data as lines of JSON. Needs a token with the scope `admin`. */
  export(filter: Query<'exportSessions'> & Filter = {}): AsyncGenerator<string, void, undefined> {
    return this.lines('/v1/export', { namespace: this.namespace, ...filter });
  }

  /**
   * Imports the sessions of an export. Needs a token with the scope `admin`. Never changes a session that already
   * exists. If an import fails, import the same lines again: this adds the sessions that are missing.
   *
   * @param lines the content of the file, or lines as `export` returns them, which are sent only once; in a browser a
   *     `Blob` or a string
   */
  async import(
    lines: Blob | string | Uint8Array | AsyncIterable<string>,
    options: Query<'importSessions'> & Filter & { onProgress?: (report: ImportReport) => void } = {},
  ): Promise<ImportReport> {
    const { onProgress, ...call } = options;
    const raw = typeof lines === 'object' && Symbol.asyncIterator in lines ? uploadOf(lines) : lines;
    const headers = { 'Content-Type': 'application/jsonl', Accept: 'text/event-stream' };
    const read = async (answer: Answer) => {
      for await (const { type, data = '' } of blocks(answer.text())) {
        if (type === 'report') return JSON.parse(data) as ImportReport;
        if (type === 'problem') throw problemError(JSON.parse(data).status, data);
        if (type === 'progress') onProgress?.(JSON.parse(data));
      }
      throw new ConnectionError('The import ended without a report');
    };
    return this.transport.send('POST', '/v1/imports', { timeout: IMPORT_TIMEOUT, ...split(call), headers, raw }, read);
  }

  /**
   * Sends any request of the API, and repeats it as other requests. `options` contains `CallOptions` and the parameters
   * of the query.
   */
  async request<T = unknown>(
    method: string, path: string, options: object = {}, body?: unknown,
  ): Promise<{ status: number; version: number; body: T }> {
    const read = async (answer: Answer) =>
      ({ status: answer.status, version: answer.version, body: await answer.json<T>() });
    return this.transport.send(method, path, { ...split(options), body }, read);
  }

  /** @internal */
  json<T>(method: string, path: string, options: object, body?: unknown): Promise<T> {
    return this.transport.send(method, path, { ...split(options), body }, (answer) => answer.json<T>());
  }

  /** @internal */
  versioned<T>(method: string, path: string, options: object, body?: unknown): Promise<Versioned<T>> {
    const read = async (answer: Answer) => ({ value: await answer.json<T>(), version: answer.version });
    return this.transport.send(method, path, { ...split(options), body }, read);
  }

  /** @internal */
  open(path: string, options: object): Promise<Answer> {
    return this.transport.send('GET', path, split(options), async (answer) => answer);
  }

  /** @internal */
  async *lines(path: string, options: object): AsyncGenerator<string, void, undefined> {
    yield* exportLines((await this.open(path, options)).text());
  }

  /** @internal */
  async *pages<T>(path: string, options: object, member = 'items'): AsyncGenerator<T, void, undefined> {
    let cursor: string | null | undefined;
    do {
      const page = await this.json<Record<string, unknown>>('GET', path, { ...options, cursor });
      yield* page[member] as T[];
      cursor = page.nextCursor as string | null;
    } while (cursor);
  }

  /** @internal */
  async *follow(
    path: string, options: { namespace?: string; after?: string; signal?: AbortSignal }, ofSession: boolean,
  ): AsyncGenerator<FeedEvent, void, undefined> {
    const { namespace, signal } = options;
    let last = options.after;
    let wait = FEED_WAIT;
    let wasOpen = false;
    for (let failures = 0; ; failures += 1) {
      const call: Call = { query: { namespace }, signal, timeout: FEED_TIMEOUT };
      call.headers = { Accept: 'text/event-stream', ...(last === undefined ? {} : { 'Last-Event-ID': last }) };
      let pause = wait;
      try {
        const answer = await this.transport.attempt('GET', path, call);
        failures = 0;
        wasOpen = true;
        for await (const { id, type, data, retry } of blocks(answer.text())) {
          last = id ?? last;
          wait = retry ?? wait;
          if (data === undefined) continue;
          yield { id: id ?? null, type, data: JSON.parse(data) };
          if (ofSession && (type === 'SessionDeleted' || type === 'SessionExpired')) return;
        }
        pause = wait;
      } catch (error) {
        if (wasOpen && error instanceof ProblemError && error.code === 'session-not-found') return;
        const backoff = waitBeforeRetry(error, failures, true);
        if (backoff === undefined) throw error;
        pause = error instanceof ProblemError ? backoff : Math.max(backoff, wait);
      }
      await sleep(pause, signal);
    }
  }
}

/** Separates the `CallOptions` of a request from the parameters of its query. */
function split(options: object): Call {
  const entries = Object.entries(options);
  const isOption = ([name]: [string, unknown]) => CALL_OPTIONS.includes(name);
  const query = Object.fromEntries(entries.filter((entry) => !isOption(entry)));
  return { ...Object.fromEntries(entries.filter(isOption)), query };
}

function uploadOf(lines: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = lines[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      let text = '';
      let isOver = false;
      while (!isOver && text.length < UPLOAD_PIECE) {
        const { done, value } = await iterator.next();
        isOver = done === true;
        if (!done) text += value.endsWith('\n') ? value : `${value}\n`;
      }
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (isOver) controller.close();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
