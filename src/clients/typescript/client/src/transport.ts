import { ConnectionError, ProblemError, problemError } from './errors.js';

export interface CoppiceOptions {
  /** Address of the server, for example `http://127.0.0.1:8080`. */
  url: string | URL;
  /** A token, or a function that returns one for each request. */
  token: string | (() => string | Promise<string>);
  /** Namespace of sessions and lists that name none; by default the empty one. */
  namespace?: string;
  /** Longest wait in milliseconds for an answer, and between two parts of one. */
  timeout?: number;
  /** Time in milliseconds after the first attempt within which a request is repeated. */
  deadline?: number;
  fetch?: typeof fetch;
}

/** Options of one call; they replace those of the client. */
export interface CallOptions {
  timeout?: number;
  deadline?: number;
  signal?: AbortSignal;
  /** By default each POST gets a random one. */
  idempotencyKey?: string;
  /** The version that the resource must have: of a session, a message, the state, a value or a block. */
  ifMatch?: number;
}

export interface Call extends CallOptions {
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  raw?: Blob | string | Uint8Array | ReadableStream<Uint8Array>;
}

/** Half a minute: longer than any answer except those for which a model is called. */
const TIMEOUT = 30_000;
/** A minute: a server starts in less. */
const DEADLINE = 60_000;
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5_000;
/**
 * Attempts, in some seconds, after a 404 that is no problem of Coppice: for a moment, a server that stops gives it. An
 * address that is wrong gives it always.
 */
const STOPPING_ATTEMPTS = 6;

/** A successful answer. */
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

  /** The version of the resource, from its ETag. */
  get version(): number {
    return Number(this.headers.get('ETag')?.replace(/"/g, ''));
  }

  /** The body in pieces, as they arrive. */
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

/** Ends an attempt that takes too long, or that the caller aborts. */
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

/** Sends requests and repeats them where that is safe. */
export class Transport {
  private readonly base: string;

  constructor(readonly options: CoppiceOptions) {
    this.base = String(options.url).replace(/\/+$/, '');
  }

  /** Sends a request until `read` has read a successful answer; at most until the deadline. */
  async send<T>(method: string, path: string, call: Call, read: (answer: Answer) => Promise<T>): Promise<T> {
    const headers = this.headers(method, path, call);
    const repeatable = isRepeatable(method, headers, call);
    const end = Date.now() + (call.deadline ?? this.options.deadline ?? DEADLINE);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await read(await this.attempt(method, path, { ...call, headers }));
      } catch (error) {
        // An earlier attempt has deleted it, and its answer was lost.
        const isGone = error instanceof ProblemError && error.status === 404 && error.code !== undefined;
        if (attempt > 0 && method === 'DELETE' && isGone) return undefined as T;
        const wait = waitBeforeRetry(error, attempt, repeatable);
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
    // Imports can be repeated as they are; tokens are not made twice by mistake.
    if (method === 'POST' && path !== '/v1/imports' && path !== '/v1/tokens') {
      headers['Idempotency-Key'] = call.idempotencyKey ?? randomKey();
    }
    return headers;
  }
}

/** True if a request whose outcome is unknown can be sent again. */
function isRepeatable(method: string, headers: Record<string, string>, call: Call): boolean {
  if (call.raw instanceof ReadableStream) return false;
  if (method === 'POST') return 'Idempotency-Key' in headers || call.raw !== undefined;
  // If it was executed, the second one would be refused because of its own effect.
  return !('If-Match' in headers) && !('If-None-Match' in headers);
}

/** Milliseconds to wait, or undefined if the request must not be repeated. */
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

function search(query: Record<string, unknown> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) parameters.append(name, String(one));
    }
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** `randomUUID` is missing in Node 18 and on pages without TLS; the key must be unique, not secret. */
function randomKey(): string {
  const part = () => Math.random().toString(36).slice(2);
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${part()}${part()}`;
}
