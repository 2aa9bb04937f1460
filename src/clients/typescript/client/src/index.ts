export { Coppice } from './client.js';
export { ConnectionError, CoppiceError, ProblemError, StaleLeafError } from './errors.js';
export type { Problem, ProblemCode } from './errors.js';
export type { Session } from './session.js';
export type { CallOptions, CoppiceOptions } from './transport.js';
export type {
  AppendBody, AppendOptions, Entry, FeedEvent, Hit, ImportReport, Message, NewMessage, SessionInfo, Versioned,
} from './types.js';
export type { components, operations, paths } from './openapi.js';
