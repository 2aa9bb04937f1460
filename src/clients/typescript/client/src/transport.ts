import { ConnectionError, ProblemError, problemError } from './errors.js';

export interface CoppiceOptions {
  /** URL of the server, for example `http://127.0.0.1:8080`. */
  url: string | URL;
  /** A bearer token, or a function that is called for each request and returns a token. */
  token: string | (() => string | Promise<string>);
  /** Namespace of the sessions, for methods that are called without a namespace; empty by default. */
  namespace?: string;
  /** Maximum time in milliseconds to wait for the next data of an answer. */
  timeout?: number;
  /** Time in milliseconds after the first attempt, after which a request is not repeated any more. */
  deadline?: number;
  fetch?: typeof fetch;
}

/** Options of one method call. They replace the options of the client. */
export interface CallOptions {
  timeout?: number;
  deadline?: number;
  signal?: AbortSignal;
  /** Text by which the server recognizes a repeated request. By default, each POST gets a random one. */
  idempotencyKey?: string;
  /**
   * The request is refused if the session, message, state, value or block that it changes has another version than
   * this.
   */
  ifMatch?: number;
}

export interface Call extends CallOptions {
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** The request body, which is sent as JSON. */
  body?: unknown;
  /** The request body, which is sent without a conversion, in place of `body`. */
  raw?: Blob | string | Uint8Array | ReadableStream<Uint8Array>;
}

/** Default of the option `timeout`: 30 seconds, which is longer than any answer takes for which no model is called. */
const TIMEOUT = 30_000;
/** Default of the option `deadline`: a minute, because a server starts in less time. */
const DEADLINE = 60_000;
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5_000;
/**
 * Maximum number of attempts if the answer is a 404 that does not come from Coppice. A server that is stopping answers
 * so for some seconds. A server at a wrong URL answers so always, so the attempts must end.
 */
const STOPPING_ATTEMPTS = 6;

/** The answer to a request, whose body is read while it arrives. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;

  constructor(
    private readonly response: Response,
    private readonly watch: Watch,
  ) {
    this.status = response.status;
    this.headers = response.headers;
  }

  /** The version in the header `ETag`. */
  get version(): number {
    return Number(this.headers.get('ETag')?.replace(/"/g, ''));
  }

  /** Returns the body in pieces, as they arrive. */
  async *text(): AsyncGenerator<string, void, undefined> {
    const reader = this.response.body?.getReader();
    const decoder = new TextDecoder();
    try {
      for (;;) {
        this.watch.restart();
        const piece = await reader?.read().catch((cause) => this.watch.fail(cause));
        this.watch.stop();
        if (!piece || piece.done) return;
        yield decoder.decode(piece.value, { stream: true });
      }
    } finally {
      this.watch.end();
    }
  }

  async whole(): Promise<string> {
    let text = '';
    for await (const piece of this.text()) text += piece;
    return text;
  }

  async json<T>(): Promise<T> {
    const text = await this.whole();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}

/** Ends an attempt to send a request if no data arrive in time, or if the caller aborts it. */
class Watch {
  readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly onAbort = () => this.controller.abort();

  constructor(
    private readonly timeout: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    if (signal?.aborted) this.onAbort();
    signal?.addEventListener('abort', this.onAbort, { once: true });
    this.restart();
  }

  restart(): void {
    this.stop();
    this.timer = setTimeout(() => this.controller.abort(), this.timeout);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  end(): void {
    this.stop();
    this.signal?.removeEventListener('abort', this.onAbort);
    this.controller.abort();
  }

  fail(cause: unknown): never {
    const late = this.controller.signal.aborted;
    this.end();
    if (this.signal?.aborted) throw this.signal.reason;
    throw new ConnectionError(late ? `No data for ${this.timeout} ms` : 'The connection failed or was lost', { cause });
  }
}

/** Sends requests to one server, and repeats a request if this cannot execute it twice. */
export class Transport {
  private readonly base: string;

  constructor(readonly options: CoppiceOptions) {
    this.base = String(options.url).replace(/\/+$/, '');
  }

  /**
   * Sends a request, and repeats it until it succeeds or the deadline is over. `read` reads a successful answer; if the
   * connection is lost meanwhile, the request is repeated, too. A stream can be read only once, so it is sent once.
   */
  async send<T>(method: string, path: string, call: Call, read: (answer: Answer) => Promise<T>): Promise<T> {
    const headers = this.headers(method, path, call);
    const repeatable = isRepeatable(method, headers, call);
    const end = Date.now() + (call.deadline ?? this.options.deadline ?? DEADLINE);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await read(await this.attempt(method, path, { ...call, headers }));
      } catch (error) {
        // An earlier attempt, whose answer was lost, has deleted the object.
        const isGone = error instanceof ProblemError && error.status === 404 && error.code !== undefined;
        if (attempt > 0 && method === 'DELETE' && isGone) return undefined as T;
        const isStream = call.raw instanceof ReadableStream;
        const wait = isStream ? undefined : waitBeforeRetry(error, attempt, repeatable);
        if (wait === undefined || Date.now() + wait > end) throw error;
        await sleep(wait, call.signal);
      }
    }
  }

  /** Sends a request once. */
  async attempt(method: string, path: string, call: Call): Promise<Answer> {
    const token = typeof this.options.token === 'function' ? await this.options.token() : this.options.token;
    const watch = new Watch(call.timeout ?? this.options.timeout ?? TIMEOUT, call.signal);
    const init: RequestInit = {
      method,
      headers: { Authorization: `Bearer ${token}`, ...call.headers },
      signal: watch.controller.signal,
      cache: 'no-store',
    };
    if (call.raw !== undefined) init.body = call.raw as BodyInit;
    else if (call.body !== undefined) init.body = JSON.stringify(call.body);
    // Without these two, Node keeps a copy of the whole stream, in case that it is redirected.
    if (call.raw instanceof ReadableStream) Object.assign(init, { duplex: 'half', window: null, redirect: 'error' });
    // Browsers refuse a `fetch` that is called as a method of another object.
    const send = this.options.fetch ?? ((input, options) => fetch(input, options));
    const response = await send(this.base + path + search(call.query), init).catch((cause) => watch.fail(cause));
    const answer = new Answer(response, watch);
    if (response.ok) return answer;
    const seconds = Number(response.headers.get('Retry-After') ?? NaN);
    throw problemError(response.status, await answer.whole(), Number.isNaN(seconds) ? undefined : seconds);
  }

  private headers(method: string, path: string, call: Call): Record<string, string> {
    const headers: Record<string, string> = { ...call.headers };
    if (call.body !== undefined) headers['Content-Type'] ??= 'application/json';
    if (call.ifMatch !== undefined) headers['If-Match'] = `"${call.ifMatch}"`;
    // An import can be repeated without a key. The server refuses a key for a token, so that request is never repeated.
    if (method === 'POST' && path !== '/v1/imports' && path !== '/v1/tokens') {
      headers['Idempotency-Key'] = call.idempotencyKey ?? randomKey();
    }
    return headers;
  }
}

/** True if a request can be sent again when it is unknown whether the server has executed it. */
function isRepeatable(method: string, headers: Record<string, string>, call: Call): boolean {
  if (call.raw instanceof ReadableStream) return false;
  if (method === 'POST') return 'Idempotency-Key' in headers || call.raw !== undefined;
  // If the server has executed the first request, the version has changed, and a second request would be refused.
  return !('If-Match' in headers) && !('If-None-Match' in headers);
}

/**
 * Returns the milliseconds to wait before a failed request is repeated; undefined if it must not be repeated.
 *
 * @param attempt number of attempts before the failed one
 * @param repeatable true if the request can be repeated when it is unknown whether the server has executed it
 */
export function waitBeforeRetry(error: unknown, attempt: number, repeatable: boolean): number | undefined {
  const backoff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random());
  if (error instanceof ConnectionError) return repeatable ? backoff : undefined;
  if (!(error instanceof ProblemError)) return undefined;
  const refused = error.status === 429 || error.code === 'busy';
  const foreign = error.code === undefined && [404, 502, 504].includes(error.status);
  const unknown = error.status === 503 || (foreign && (error.status !== 404 || attempt < STOPPING_ATTEMPTS));
  if (!refused && !(unknown && repeatable)) return undefined;
  return Math.max(backoff, (error.retryAfter ?? 0) * 1000);
}

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Returns the query as a part of the URL. Throws a `URIError` if a value contains half of a surrogate pair. */
function search(query: Record<string, unknown> = {}): string {
  const parameters: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null) continue;
      parameters.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`);
    }
  }
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

/**
 * Returns a random idempotency key. `crypto.randomUUID` is missing in Node 18 and on pages without TLS; there the key
 * is made of the time and random numbers, because it must be unique, but not secret.
 */
function randomKey(): string {
  const part = () => Math.random().toString(36).slice(2);
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${part()}${part()}`;
}
