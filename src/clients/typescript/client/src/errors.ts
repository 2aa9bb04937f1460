import type { components } from './openapi.js';

export type ProblemCode = components['schemas']['ProblemCode'];
export type Problem = components['schemas']['Problem'];

/** Base of all errors of this package. */
export class CoppiceError extends Error {
  override name = 'CoppiceError';
}

/** The client got no answer: it could not connect, the connection was lost, or the answer took too long. */
export class ConnectionError extends CoppiceError {
  override name = 'ConnectionError';
}

/** The server refused the request. `code` says why, and never changes its meaning; the error's message may change. */
export class ProblemError extends CoppiceError {
  override name = 'ProblemError';
  readonly status: number;
  /** Code of the error; undefined if the answer does not come from Coppice, but for example from a proxy. */
  readonly code: ProblemCode | undefined;
  readonly problem: Partial<Problem>;
  /** Seconds after which the request may be sent again, as the server says; undefined if it does not say. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfter?: number) {
    const what = problem.code ? `${problem.code} (${status})` : `status ${status}`;
    super(`${what}: ${problem.detail ?? problem.title ?? 'no details'}`);
    this.status = status;
    this.code = problem.code;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** An append was refused because the session's leaf (its latest message) is not the expected one. */
export class StaleLeafError extends ProblemError {
  override name = 'StaleLeafError';

  /** Id of the leaf that the session has; null if the session has no message. */
  get leafId(): string | null {
    return this.problem.leafId ?? null;
  }
}

/** Returns the error for an answer that refuses a request. */
export function problemError(status: number, text: string, retryAfter?: number): ProblemError {
  let problem: Partial<Problem> = {};
  try {
    problem = JSON.parse(text) as Partial<Problem>;
  } catch {
    problem.detail = text.slice(0, 200);
  }
  return new (problem.code === 'stale-leaf' ? StaleLeafError : ProblemError)(status, problem, retryAfter);
}
