import type { components, operations } from './openapi.js';
import type { CallOptions } from './transport.js';

type Schemas = components['schemas'];
type Operation = keyof operations;

/** Members of an operation's query, without the namespace, which is an option of the session and the client. */
export type Query<O extends Operation> = Omit<NonNullable<operations[O]['parameters']['query']>, 'namespace' | 'cursor'>;

/** The JSON body of an operation. */
export type Body<O extends Operation> =
  operations[O] extends { requestBody?: { content: infer C } } ? C[keyof C] : never;

type Content<R> = R extends { content: infer C } ? (C extends { 'application/json': infer J } ? J : never) : never;
type Success<R> = { [S in keyof R & (200 | 201)]: Content<R[S]> }[keyof R & (200 | 201)];

/** The JSON of an operation's successful answer. */
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
  /** Send it as `ifMatch` with the next change. */
  version: number;
}

/** An event of the feed. */
export interface FeedEvent {
  /** Pass it as `after` to continue after this event. Null for `status`, which is no event of the log. */
  id: string | null;
  /** For example `MessageAppended`, or `status`. */
  type: string;
  data: Record<string, unknown> & { sessionId?: string; namespace?: string };
}
