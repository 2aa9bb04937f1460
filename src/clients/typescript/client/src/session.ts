import type { Coppice } from './client.js';
import { ConnectionError } from './errors.js';
import { historyParts } from './streams.js';
import type { CallOptions } from './transport.js';
import type {
  AppendBody, AppendOptions, Answers, Body, Entry, FeedEvent, Hit, Message, NewMessage, Query, Versioned,
} from './types.js';

type Rest<O extends keyof import('./openapi.js').operations> = Query<O> & CallOptions;

/**
 * A session on the server. Creating this object sends no request. Lists are iterators that read the pages one after the
 * other.
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

  /** Reads the session's row: name, metadata, counters, usage. */
  get(options?: CallOptions): Promise<Answers<'getSession'>> {
    return this.json('GET', this.path(), options);
  }

  /** Returns the session; creates it from `defaults` if it does not exist. */
  getOrCreate(defaults: Body<'getOrCreateSession'> = {}, options?: CallOptions): Promise<Answers<'getSession'>> {
    return this.json('PUT', this.path(), options, defaults);
  }

  /** Changes name, metadata and limits by a merge patch. */
  patch(patch: Body<'patchSession'>, options?: CallOptions): Promise<Answers<'patchSession'>> {
    return this.json('PATCH', this.path(), options, patch);
  }

  delete(options?: CallOptions): Promise<void> {
    return this.json('DELETE', this.path(), options);
  }

  /** Deletes all messages. */
  clear(options?: CallOptions): Promise<Answers<'clearSession'>> {
    return this.json('POST', this.path('clear'), options);
  }

  /**
   * Appends messages, all or none: an array continues at the leaf, or at `parentId` of the options. Pass an object to
   * send `entries`. Throws a `StaleLeafError` if `expectedLeafId` is not the leaf.
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

  /** Replaces a message in its place, or appends it. */
  putMessage(messageId: string, message: NewMessage, options?: Rest<'putMessage'>): Promise<Answers<'putMessage'>> {
    return this.json('PUT', this.path('messages', messageId), options, message);
  }

  deleteMessages(messageIds: string[], options?: CallOptions): Promise<Answers<'deleteMessages'>> {
    return this.json('DELETE', this.path('messages'), { ...options, id: messageIds });
  }

  /** Reads a window of a path at once. */
  history(options?: Rest<'getHistory'>): Promise<Answers<'getHistory'>> {
    return this.json('GET', this.path('history'), options);
  }

  /**
   * Reads a path of any length message by message, in constant memory. Continues after a lost connection, unless the
   * options change the messages or end before the leaf.
   */
  async *messages(options: Rest<'getHistory'> = {}): AsyncGenerator<Message, void, undefined> {
    const { last, maxTokens, maxBytes, first, before, ...resumable } = options;
    const canResume = !before && !first && !options.format && !options.pairs && !options.toolOutputs;
    let leafId: string | null | undefined = options.leafId;
    let seen: string | undefined;
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
        if (!(error instanceof ConnectionError) || !canResume || fruitless > 2 || isRepeated) throw error;
      }
    }
  }

  /** All messages of all branches with their parents, in the order of appending. */
  entries(options?: Rest<'listMessages'>): AsyncGenerator<Entry, void, undefined> {
    return this.list(this.path('messages'), options);
  }

  /** The alternatives that follow a message. */
  children(messageId: string, options?: Rest<'listChildren'>): AsyncGenerator<Entry, void, undefined> {
    return this.list(this.path('messages', messageId, 'children'), options);
  }

  leaf(options?: CallOptions): Promise<Entry> {
    return this.json('GET', this.path('leaf'), options);
  }

  leaves(options?: Rest<'listLeaves'>): AsyncGenerator<Entry, void, undefined> {
    return this.list(this.path('leaves'), options);
  }

  /** The tree without contents; with `runs: true` one node for each run of messages. */
  tree(options?: Rest<'getTree'>): AsyncGenerator<Answers<'getTree'>['nodes'][number], void, undefined> {
    return this.list(this.path('tree'), options, 'nodes');
  }

  /** Everything for the next model call. */
  turn(options?: Rest<'getTurn'>): Promise<Answers<'getTurn'>> {
    return this.json('GET', this.path('turn'), options);
  }

  /** The frozen system prompt. */
  prompt(options?: Rest<'getPrompt'>): Promise<Answers<'getPrompt'>> {
    return this.json('GET', this.path('prompt'), options);
  }

  refreshPrompt(options?: CallOptions): Promise<Answers<'refreshPrompt'>> {
    return this.json('POST', this.path('prompt', 'refresh'), options);
  }

  /** Creates a session with this history up to a message; the messages are not copied. */
  fork(fork: Body<'forkSession'> = {}, options?: CallOptions): Promise<Answers<'forkSession'>> {
    return this.json('POST', this.path('fork'), options, fork);
  }

  addUsage(usage: Body<'addUsage'>, options?: CallOptions): Promise<Answers<'addUsage'>> {
    return this.json('POST', this.path('usage'), options, usage);
  }

  search(q: string, options?: Omit<Rest<'searchSession'>, 'q'>): AsyncGenerator<Hit, void, undefined> {
    return this.list(this.path('search'), { q, ...options });
  }

  compact(options: Body<'compact'> & { dryRun?: boolean } & CallOptions = {}): Promise<Answers<'compact'>> {
    const { dryRun, timeout, deadline, signal, idempotencyKey, ifMatch, ...body } = options;
    const call = { dryRun, timeout, deadline, signal, idempotencyKey, ifMatch };
    return this.json('POST', this.path('compact'), call, body);
  }

  compactions(
    options?: Rest<'listCompactions'>,
  ): AsyncGenerator<Answers<'listCompactions'>['items'][number], void, undefined> {
    return this.list(this.path('compactions'), options);
  }

  /** Replaces a range of messages by your own summary, for readers. */
  addCompaction(compaction: Body<'addCompaction'>, options?: CallOptions): Promise<Answers<'addCompaction'>> {
    return this.json('POST', this.path('compactions'), options, compaction);
  }

  undoCompaction(compactionId: string, options?: CallOptions): Promise<void> {
    return this.json('DELETE', this.path('compactions', compactionId), options);
  }

  /** The context blocks in the order of the prompt. */
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

  /** The state object with its version; `{}` with version 0 if it was never written. */
  state<T extends object = Answers<'getState'>>(options?: CallOptions): Promise<Versioned<T>> {
    return this.coppice.versioned('GET', this.path('state'), { namespace: this.namespace, ...options });
  }

  replaceState<T extends object>(state: T, options?: CallOptions): Promise<Versioned<T>> {
    return this.coppice.versioned('PUT', this.path('state'), { namespace: this.namespace, ...options }, state);
  }

  /** Merges into the state object; null removes a member. */
  patchState<T extends object = Answers<'getState'>>(patch: object, options?: CallOptions): Promise<Versioned<T>> {
    return this.coppice.versioned('PATCH', this.path('state'), { namespace: this.namespace, ...options }, patch);
  }

  /**
   * Follows the session's events until it is deleted, or you stop. Begins after the event `after`, by default with new
   * events.
   */
  events(options: { after?: string; signal?: AbortSignal } = {}): AsyncGenerator<FeedEvent, void, undefined> {
    return this.coppice.follow(this.path('events'), { namespace: this.namespace, ...options }, true);
  }

  /** The session with everything as JSON Lines. */
  export(options?: CallOptions): AsyncGenerator<string, void, undefined> {
    return this.coppice.lines(this.path('export'), { namespace: this.namespace, ...options });
  }
}
