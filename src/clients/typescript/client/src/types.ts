import type { components, operations } from './openapi.js';
import type { CallOptions } from './transport.js';

type Schemas = components['schemas'];
type Operation = keyof operations;

/**
 * Query parameters of an operation, without `namespace`, which the session or the client sets, and without `cursor`.
 */
export type Query<O extends Operation> = Omit<NonNullable<operations[O]['parameters']['query']>, 'namespace' | 'cursor'>;

/** JSON body of a request of an operation. */
export type Body<O extends Operation> =
  operations[O] extends { requestBody?: { content: infer C } } ? C[keyof C] : never;

type Content<R> = R extends { content: infer C } ? (C extends { 'application/json': infer J } ? J : never) : never;
type Success<R> = { [S in keyof R & (200 | 201)]: Content<R[S]> }[keyof R & (200 | 201)];

/** JSON body of a successful answer of an operation. */
export type Answers<O extends Operation> = Success<operations[O]['responses']>;

export type Message = Schemas['Message'];
export type NewMessage = Schemas['NewMessage'];
export type Entry = Schemas['Entry'];
export type Hit = Answers<'search'>['items'][number];
export type SessionInfo = Answers<'getSession'>;
export type AppendBody = Body<'appendMessages'>;
export type AppendOptions = Omit<AppendBody, 'messages' | 'entries'> & Query<'appendMessages'> & CallOptions;
export type ImportReport = Schemas['ImportReport'];

export interface Versioned<T> {
  value: T;
  /**
   * Pass it as `ifMatch` with the next change, so that the server refuses the change if somebody else has changed the
   * value meanwhile.
   */
  version: number;
}

/** An event of a feed: something has changed. */
export interface FeedEvent {
  /** Pass it as `after` to continue a feed after this event. Null for the type `status`, which is not stored. */
  id: string | null;
  /** What has happened, for example `MessageAppended`. */
  type: string;
  data: Record<string, unknown> & { sessionId?: string; namespace?: string };
}
