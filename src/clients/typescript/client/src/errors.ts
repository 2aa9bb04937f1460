import type { components } from './openapi.js';

export type ProblemCode = components['schemas']['ProblemCode'];
export type Problem = components['schemas']['Problem'];

/** Base of all errors of this package. */
export class CoppiceError extends Error {
  override name = 'CoppiceError';
}

/** No answer: the connection could not be made or was lost, or the answer took too long. */
export class ConnectionError extends CoppiceError {
  override name = 'ConnectionError';
}

/** The server refused the request. Branch on `code`, which is stable; the message may change. */
export class ProblemError extends CoppiceError {
  override name = 'ProblemError';
  readonly status: number;
  /** Undefined if the answer is not from Coppice, but for example from a proxy. */
  readonly code: ProblemCode | undefined;
  readonly problem: Partial<Problem>;
  /** Seconds after which the server wants the request again. */
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

/** The session's leaf is not the one that an append expected. */
export class StaleLeafError extends ProblemError {
  override name = 'StaleLeafError';

  /** The current leaf; null if the session has no message. */
  get leafId(): string | null {
    return this.problem.leafId ?? null;
  }
}

/** Makes the error of a problem's JSON. */
export function problemError(status: number, text: string, retryAfter?: number): ProblemError {
  let problem: Partial<Problem> = {};
  try {
    problem = JSON.parse(text) as Partial<Problem>;
  } catch {
    problem.detail = text.slice(0, 200);
  }
  return new (problem.code === 'stale-leaf' ? StaleLeafError : ProblemError)(status, problem, retryAfter);
}
