import { parseExact } from './exact-json.js';
import { signOut, token } from './token.js';
import { apiPath } from './url.js';

/** Maximum number of times that a request is sent if the server is busy. */
const ATTEMPTS = 4;

/** Longest wait before a request is sent again, in milliseconds. */
const MAX_WAIT = 10_000;

/**
 * An error response of the server, or the failure to reach it (status 0). The members are those of
 * `application/problem+json`.
 */
export class ApiError extends Error {
    constructor(problem) {
        super(problem.detail || problem.title);
        this.name = 'ApiError';
        this.status = problem.status;
        this.code = problem.code;
        this.title = problem.title;
        this.errors = problem.errors || [];
        this.problem = problem;
    }
}

/** True if an error means that the request was aborted, because its answer is no longer needed. */
export function isAbort(error) {
    return error.name === 'AbortError';
}

/**
 * Sends a request and reads the whole answer. A busy server (429, 503) is asked again after the time that it names.
 * 401 ends the sign-in.
 *
 * @param {string} method
 * @param {string[]} segments path below `/v1`, not encoded
 * @param {{query?: object, body?: *, headers?: object, signal?: AbortSignal}} [options] `body`: sent as JSON; a string
 *     or a Blob is sent as it is
 * @returns {Promise<{status: number, data: *, etag: ?string, headers: Headers}>} `data`: the parsed body, or null
 * @throws {ApiError}
 */
export async function request(method, segments, options = {}) {
    const response = await send(method, apiPath(segments, options.query), init(method, segments, options));
    const text = await response.text();
    const isJson = (response.headers.get('Content-Type') || '').includes('json');
    return {
        status: response.status,
        data: text === '' ? null : isJson ? JSON.parse(text) : text,
        text,
        etag: response.headers.get('ETag'),
        headers: response.headers,
    };
}

/** Opens a stream, for example of events. Returns the response with its body unread. */
export async function open(segments, options = {}) {
    return send('GET', apiPath(segments, options.query), init('GET', segments, options));
}

/** Reads a resource and returns the parsed body. */
export async function get(segments, query = {}, signal = undefined) {
    return (await request('GET', segments, { query, signal })).data;
}

/** Reads a resource that is shown, not computed with: all its numbers keep their digits. See `parseExact`. */
export async function getExact(segments, query = {}, signal = undefined) {
    return parseExact((await request('GET', segments, { query, signal })).text);
}

export async function post(segments, body, options = {}) {
    return (await request('POST', segments, { ...options, body })).data;
}

export async function put(segments, body, options = {}) {
    return (await request('PUT', segments, { ...options, body })).data;
}

export async function patch(segments, body, options = {}) {
    return (await request('PATCH', segments, { ...options, body })).data;
}

export async function remove(segments, options = {}) {
    return (await request('DELETE', segments, options)).data;
}

function authorization() {
    return 'Bearer ' + token.get();
}

function init(method, segments, { body, headers = {}, signal }) {
    const all = { Authorization: authorization(), Accept: 'application/json', ...headers };
    if (body !== undefined) {
        all['Content-Type'] ??= method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    }
    if (method === 'POST' && segments[0] !== 'tokens') {
        all['Idempotency-Key'] ??= crypto.randomUUID?.() ?? Math.random().toString(36).slice(2) + Date.now();
    }
    const content = body === undefined || typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body);
    return { method, headers: all, body: content, signal, cache: 'no-store', credentials: 'omit' };
}

async function send(method, path, options) {
    for (let attempt = 1; ; attempt++) {
        const response = await reach(path, options);
        if (response.ok) {
            return response;
        }
        const problem = await problemOf(response);
        if ((response.status !== 503 && response.status !== 429) || attempt === ATTEMPTS || !isRepeatable(options)) {
            const isOfThisSignIn = options.headers.Authorization === authorization(); // An answer may come after another sign-in.
            if (response.status === 401 && isOfThisSignIn) {
                signOut();
            }
            throw new ApiError(problem);
        }
        await wait(delay(response.headers.get('Retry-After'), attempt), options.signal);
    }
}

/** True if sending a request twice does no harm. */
function isRepeatable({ method, headers }) {
    return method !== 'POST' || headers['Idempotency-Key'] !== undefined;
}

async function reach(path, options) {
    try {
        return await fetch(path, options);
    } catch (error) {
        if (isAbort(error)) {
            throw error;
        }
        throw new ApiError({
            status: 0,
            code: 'unreachable',
            title: 'The server cannot be reached',
            detail: 'The server does not answer. Check that it runs and that this computer is connected.',
        });
    }
}

/** The members of the error that a response describes; for one that is not of the API, its status and text. */
export async function problemOf(response) {
    const text = await response.text();
    try {
        const problem = JSON.parse(text);
        if (typeof problem.code === 'string') {
            return problem;
        }
    } catch {
        // Not JSON: a proxy may have answered instead of the server. The text is shown as it is.
    }
    return {
        status: response.status,
        code: 'http-' + response.status,
        title: 'The request failed with status ' + response.status,
        detail: text.slice(0, 500),
    };
}

function delay(retryAfter, attempt) {
    const seconds = Number(retryAfter);
    const wanted = retryAfter && seconds >= 0 ? seconds * 1000 : 250 * 2 ** attempt;
    return Math.min(MAX_WAIT, wanted * (1 + Math.random() / 4));
}

function wait(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        const abort = () => {
            clearTimeout(timer);
            reject(new DOMException('The request was aborted.', 'AbortError'));
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', abort);
            resolve();
        }, milliseconds);
        signal?.addEventListener('abort', abort, { once: true });
    });
}
