import type { Coppice } from './client.js';
import { ConnectionError } from './errors.js';
import { historyParts } from './streams.js';
import type { CallOptions } from './transport.js';
import type {
  AppendBody, AppendOptions, Answers, Body, Entry, FeedEvent, Hit, Message, NewMessage, Query, Versioned,
} from './types.js';

type Rest<O extends keyof import('./openapi.js').operations> = Query<O> & CallOptions;

/**
 * A session on the server, identified by its id. Creating this object sends no request. The leaf of a session is its
 * latest message. A method that returns a generator reads the list page by page while the caller iterates.
 */
export class Session {
  constructor(
    private readonly coppice: Coppice,
    readonly id: string,
    readonly namespace: string | undefined,
  ) {}

  private path(...segments: string[]): string {
    return ['/v1/sessions', ...[this.id, ...segments].map(encodeURIComponent)].join('/');
  }

  private json<T>(method: string, path: string, options: object = {}, body?: unknown): Promise<T> {
    return this.coppice.json<T>(method, path, { namespace: this.namespace, ...options }, body);
  }

  private list<T>(path: string, options: object = {}, member?: string): AsyncGenerator<T, void, undefined> {
    return this.coppice.pages<T>(path, { namespace: this.namespace, ...options }, member);
  }

  /** Returns the session's fields, counters and usage. */
  get(options?: CallOptions): Promise<Answers<'getSession'>> {
    return this.json('GET', this.path(), options);
  }

  /** Returns the session. If it does not exist, creates it with the fields of `defaults`. */
  getOrCreate(defaults: Body<'getOrCreateSession'> = {}, options?: CallOptions): Promise<Answers<'getSession'>> {
    return this.json('PUT', this.path(), options, defaults);
  }

  /** Changes name, metadata and limits by a JSON Merge Patch (RFC 7396). */
  patch(patch: Body<'patchSession'>, options?: CallOptions): Promise<Answers<'patchSession'>> {
    return this.json('PATCH', this.path(), options, patch);
  }

  delete(options?: CallOptions): Promise<void> {
    return this.json('DELETE', this.path(), options);
  }

  /** Removes all messages of the session, but keeps the session. */
  clear(options?: CallOptions): Promise<Answers<'clearSession'>> {
    return this.json('POST', this.path('clear'), options);
  }

  /**
   * Appends messages. The server stores all of them or none. The messages of an array are appended below the leaf, or
   * below the message that the option `parentId` names; each follows the one before. To give each message its own
   * parent, pass an object with `entries`. Throws a `StaleLeafError` if the option `expectedLeafId` is not the id of
   * the leaf.
   */
  append(messages: NewMessage[] | AppendBody, options: AppendOptions = {}): Promise<Answers<'appendMessages'>> {
    const { create, compaction, timeout, deadline, signal, idempotencyKey, ifMatch, ...members } = options;
    const body = Array.isArray(messages) ? { messages, ...members } : { ...messages, ...members };
    const call = { create, compaction, timeout, deadline, signal, idempotencyKey, ifMatch };
    return this.json('POST', this.path('messages'), call, body);
  }

  message(messageId: string, options?: CallOptions): Promise<Entry> {
    return this.json('GET', this.path('messages', messageId), options);
  }

  /** Replaces the message with this id, which keeps its place in the tree. If there is none, appends the message. */
  putMessage(messageId: string, message: NewMessage, options?: Rest<'putMessage'>): Promise<Answers<'putMessage'>> {
    return this.json('PUT', this.path('messages', messageId), options, message);
  }

  deleteMessages(messageIds: string[], options?: CallOptions): Promise<Answers<'deleteMessages'>> {
    return this.json('DELETE', this.path('messages'), { ...options, id: messageIds });
  }

  /** Returns the messages of a path that the options select, all in one answer. */
  history(options?: Rest<'getHistory'>): Promise<Answers<'getHistory'>> {
    return this.json('GET', this.path('history'), options);
  }

  /**
   * Returns the messages of a path. They are read while the caller iterates, so a long path needs little memory. If the
   * connection is lost, connects again and continues with the next message. This is impossible, and a `ConnectionError`
   * is thrown, with the options `before`, `first`, `format`, `pairs` and `toolOutputs`.
   */
  async *messages(options: Rest<'getHistory'> = {}): AsyncGenerator<Message, void, undefined> {
    const { last, maxTokens, maxBytes, first, before, ...resumable } = options;
    const canResume = !before && !first && !options.format && !options.pairs && !options.toolOutputs;
    let leafId: string | null | undefined = options.leafId;
    let seen: string | undefined;
    let isChanged = false;
    for (let fruitless = 0; ; fruitless += 1) {
      const query = seen === undefined ? options : { ...resumable, leafId, from: seen };
      const resumedAt = seen;
      let isHeader = true;
      let isRepeated = seen !== undefined;
      try {
        const answer = await this.coppice.open(this.path('history'), { namespace: this.namespace, ...query });
        for await (const part of historyParts(answer.text())) {
          if (isHeader) leafId = (part as { leafId: string | null }).leafId;
          else if (isRepeated && (part as Message).id !== resumedAt) {
            isChanged = true;
            throw new ConnectionError('The connection was lost, and the history has changed meanwhile');
          } else if (!isRepeated) {
            seen = (part as Message).id;
            fruitless = 0;
            yield part as Message;
          }
          isRepeated &&= isHeader;
          isHeader = false;
        }
        return;
      } catch (error) {
        if (!(error instanceof ConnectionError) || !canResume || fruitless > 2 || isChanged) throw error;
      }
    }
  }

  /** Returns all messages of all branches with their parents, in the order in which they were appended. */
  entries(options?: Rest<'listMessages'>): AsyncGenerator<Entry, void, undefined> {
    return this.list(this.path('messages'), options);
  }

  /** Returns the messages that follow a message directly. Several of them are alternatives to each other. */
  children(messageId: string, options?: Rest<'listChildren'>): AsyncGenerator<Entry, void, undefined> {
    return this.list(this.path('messages', messageId, 'children'), options);
  }

  leaf(options?: CallOptions): Promise<Entry> {
    return this.json('GET', this.path('leaf'), options);
  }

  leaves(options?: Rest<'listLeaves'>): AsyncGenerator<Entry, void, undefined> {
    return this.list(this.path('leaves'), options);
  }

  /**
   * Returns the tree of messages without their contents. With `runs: true`, each sequence of messages without a branch
   * is one node; otherwise each message is one.
   */
  tree(options?: Rest<'getTree'>): AsyncGenerator<Answers<'getTree'>['nodes'][number], void, undefined> {
    return this.list(this.path('tree'), options, 'nodes');
  }

  /** Returns all that the next call of a model needs: messages, system prompt and tools. */
  turn(options?: Rest<'getTurn'>): Promise<Answers<'getTurn'>> {
    return this.json('GET', this.path('turn'), options);
  }

  /** Returns the stored system prompt. The first call renders and stores it. */
  prompt(options?: Rest<'getPrompt'>): Promise<Answers<'getPrompt'>> {
    return this.json('GET', this.path('prompt'), options);
  }

  refreshPrompt(options?: CallOptions): Promise<Answers<'refreshPrompt'>> {
    return this.json('POST', this.path('prompt', 'refresh'), options);
  }

  /** Creates a session that begins with this session's messages up to `atMessageId`. They are not copied. */
  fork(fork: Body<'forkSession'> = {}, options?: CallOptions): Promise<Answers<'forkSession'>> {
    return this.json('POST', this.path('fork'), options, fork);
  }

  addUsage(usage: Body<'addUsage'>, options?: CallOptions): Promise<Answers<'addUsage'>> {
    return this.json('POST', this.path('usage'), options, usage);
  }

  search(q: string, options?: Omit<Rest<'searchSession'>, 'q'>): AsyncGenerator<Hit, void, undefined> {
    return this.list(this.path('search'), { q, ...options });
  }

  compact(options: Body<'compact'> & { dryRun?: boolean; messages?: boolean } & CallOptions = {}): Promise<Answers<'compact'>> {
    const { dryRun, messages, timeout, deadline, signal, idempotencyKey, ifMatch, ...body } = options;
    const call = { dryRun, messages, timeout, deadline, signal, idempotencyKey, ifMatch };
    return this.json('POST', this.path('compact'), call, body);
  }

  compactions(
    options?: Rest<'listCompactions'>,
  ): AsyncGenerator<Answers<'listCompactions'>['items'][number], void, undefined> {
    return this.list(this.path('compactions'), options);
  }

  /** Stores a summary that you have written. Histories then contain it in place of a range of messages. */
  addCompaction(compaction: Body<'addCompaction'>, options?: CallOptions): Promise<Answers<'addCompaction'>> {
    return this.json('POST', this.path('compactions'), options, compaction);
  }

  undoCompaction(compactionId: string, options?: CallOptions): Promise<void> {
    return this.json('DELETE', this.path('compactions', compactionId), options);
  }

  /** Returns the context blocks in the order in which the system prompt contains them. */
  blocks(options?: CallOptions): AsyncGenerator<Answers<'listBlocks'>['items'][number], void, undefined> {
    return this.list(this.path('context'), options);
  }

  addBlock(block: Body<'addBlock'>, options?: CallOptions): Promise<Answers<'addBlock'>> {
    return this.json('POST', this.path('context'), options, block);
  }

  block(label: string, options?: CallOptions): Promise<Answers<'getBlock'>> {
    return this.json('GET', this.path('context', label), options);
  }

  replaceBlock(
    label: string, block: Body<'replaceBlock'>, options?: CallOptions,
  ): Promise<Answers<'replaceBlock'>> {
    return this.json('PUT', this.path('context', label), options, block);
  }

  removeBlock(label: string, options?: CallOptions): Promise<void> {
    return this.json('DELETE', this.path('context', label), options);
  }

  /** Returns the state object with its version. If it was never written, it is `{}` with version 0. */
  state<T extends object = Answers<'getState'>>(options?: CallOptions): Promise<Versioned<T>> {
    return this.coppice.versioned('GET', this.path('state'), { namespace: this.namespace, ...options });
  }

  replaceState<T extends object>(state: T, options?: CallOptions): Promise<Versioned<T>> {
    return this.coppice.versioned('PUT', this.path('state'), { namespace: this.namespace, ...options }, state);
  }

  /** Changes the state object by a JSON Merge Patch (RFC 7396), in which null removes a member. */
  patchState<T extends object = Answers<'getState'>>(patch: object, options?: CallOptions): Promise<Versioned<T>> {
    return this.coppice.versioned('PATCH', this.path('state'), { namespace: this.namespace, ...options }, patch);
  }

  /**
   * Returns the events of the session. Ends when the session was deleted or has expired, also if that happened while
   * the connection was lost. Begins after the event with the id `after`, or now if there is no such option.
   */
  events(options: { after?: string; signal?: AbortSignal } = {}): AsyncGenerator<FeedEvent, void, undefined> {
    return this.coppice.follow(this.path('events'), { namespace: this.namespace, ...options }, true);
  }

  /** Returns the session with all its data as lines of JSON. */
  export(options?: CallOptions): AsyncGenerator<string, void, undefined> {
    return this.coppice.lines(this.path('export'), { namespace: this.namespace, ...options });
  }
}
