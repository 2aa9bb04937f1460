package dev.coppice.client;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A session of the server, identified by its id. Creating this object sends no request, so the session need not exist.
 * If it does not exist, a method that needs it throws {@code session-not-found}. The leaf of a session is its latest
 * message. Thread-safe.
 */
public final class Session {
    private static final String SESSION = "/v1/sessions/{}";
    private static final String MESSAGES = SESSION + "/messages";
    private static final String MESSAGE = MESSAGES + "/{}";
    private static final String ITEMS = "items";

    private final Connection connection;
    private final String namespace;
    private final String id;

    Session(Connection connection, String namespace, String id) {
        this.connection = connection;
        this.namespace = namespace;
        this.id = id;
    }

    public String id() {
        return id;
    }

    /** Returns the fields and counters of the session. */
    public SessionInfo get() {
        return SessionInfo.of(json(get(SESSION)));
    }

    /** Returns the fields and counters of the session; empty if the session does not exist. */
    public Optional<SessionInfo> find() {
        return found("session-not-found", this::get);
    }

    /** Creates the session if it does not exist. Returns its fields and counters. */
    public SessionInfo getOrCreate() {
        return getOrCreate(NewSession.create());
    }

    /**
     * Creates the session with the given fields if it does not exist. Returns the session's fields and counters. If the
     * session exists with another agent, source, user, type or parent, throws {@code session-exists}. Other fields of
     * an existing session need not match, and are not changed.
     */
    public SessionInfo getOrCreate(NewSession fields) {
        return SessionInfo.of(json(request("PUT", SESSION).json(fields.toJson())));
    }

    /**
     * Changes the name, model, metadata or limits of the session. Returns the changed session.
     *
     * @param patch a JSON Merge Patch (RFC 7396)
     */
    public SessionInfo update(String patch) {
        return SessionInfo.of(json(request("PATCH", SESSION).json(patch)));
    }

    /** Deletes the session with everything that belongs to it. */
    public void delete() {
        send(request("DELETE", SESSION));
    }

    /** Appends messages below the session's leaf. The server stores all of them or none. */
    public Appended append(Message... messages) {
        return append(Append.of(messages));
    }

    /**
     * Appends messages as the request says. The server stores all of them or none. Throws {@link StaleLeaf} if the
     * request expects another leaf than the session has.
     */
    public Appended append(Append append) {
        var request = post(MESSAGES).json(append.toJson());
        return Appended.of(json(append.creates() ? request.query("create", true) : request));
    }

    /**
     * Returns the messages on the path to the session's leaf. They are read from the server while the caller iterates,
     * so a long history needs little memory.
     */
    public History history() {
        return history(HistoryQuery.all());
    }

    /**
     * Returns the part of the session's messages that the query selects. They are read from the server while the caller
     * iterates.
     */
    public History history(HistoryQuery query) {
        return new History(this, query.parameters());
    }

    /** Returns all that the next call of a model needs: messages, system prompt and tools. */
    public Turn turn(TurnQuery query) {
        return Turn.of(json(get(SESSION + "/turn").query(query.parameters())));
    }

    /** Returns the stored system prompt. The first call renders and stores it; later calls return the same text. */
    public Prompt prompt() {
        return Prompt.of(json(get(SESSION + "/prompt")));
    }

    /** Renders the system prompt from the current context blocks, stores it in place of the old one and returns it. */
    public Prompt refreshPrompt() {
        return Prompt.of(json(post(SESSION + "/prompt/refresh")));
    }

    /**
     * Returns a message with its place in the tree of messages. Throws {@code message-not-found} if it does not exist.
     */
    public Entry message(String messageId) {
        return Entry.of(json(get(MESSAGE, messageId)));
    }

    /**
     * Replaces the stored message with the same id, which keeps its place in the tree. If there is none, appends the
     * message below the session's leaf.
     */
    public Appended putMessage(Message message) {
        return Appended.of(json(request("PUT", MESSAGE, message.id()).json(message.json())));
    }

    /** Deletes a message. The messages that follow it then follow the message before it. */
    public void deleteMessage(String messageId) {
        send(request("DELETE", MESSAGE, messageId));
    }

    /** Returns the messages of all branches in the order in which they were appended. */
    public Pages<Entry> entries() {
        return pages(() -> get(MESSAGES), ITEMS, Entry::of);
    }

    /**
     * Returns the messages that follow a message directly. Several of them are alternatives to each other, such as two
     * answers to one question.
     */
    public Pages<Entry> children(String messageId) {
        return pages(() -> get(MESSAGE + "/children", messageId), ITEMS, Entry::of);
    }

    /** Returns the session's leaf; empty if the session has no message. */
    public Optional<Entry> leaf() {
        return found("message-not-found", () -> Entry.of(json(get(SESSION + "/leaf"))));
    }

    /** Returns the last messages of all branches: the messages without children. */
    public Pages<Entry> leaves() {
        return pages(() -> get(SESSION + "/leaves"), ITEMS, Entry::of);
    }

    /** Returns the tree of messages without their contents, in the order in which they were appended. */
    public Pages<Node> tree() {
        return pages(() -> get(SESSION + "/tree"), "nodes", Node::of);
    }

    /**
     * Returns the tree of messages with one node for each sequence of messages without a branch. A node comes after the
     * node that it follows.
     */
    public Pages<Node.Run> treeOfRuns() {
        return pages(() -> get(SESSION + "/tree").query("runs", true), "nodes", Node.Run::of);
    }

    /**
     * Creates a fork: a session that begins with the messages of this session. The server does not copy them.
     *
     * @param atMessageId id of the last message of this session that the fork contains; null for this session's leaf
     * @param newId id of the fork; null to let the server generate one
     */
    public Session fork(String atMessageId, String newId) {
        var body = new Json().put("atMessageId", atMessageId).put("id", newId);
        var fork = json(post(SESSION + "/fork").json(body.toString()));
        return new Session(connection, namespace, fork.string("id"));
    }

    /** Searches the messages of this session, and returns one page of hits, the best first. */
    public Hits search(SearchQuery query) {
        return Hits.of(json(get(SESSION + "/search").query(query.parameters())));
    }

    /**
     * Adds numbers to the tokens and costs that were reported for the session.
     *
     * @param json a JSON object with at least one number, such as {@code inputTokens}, {@code outputTokens} or
     *     {@code cost}
     */
    public void addUsage(String json) {
        send(post(SESSION + "/usage").json(json));
    }

    public Compactions compactions() {
        return new Compactions(this);
    }

    public ContextBlocks context() {
        return new ContextBlocks(this);
    }

    public State state() {
        return new State(this);
    }

    /** Returns a feed of the events of this session, which begins now. */
    public Feed events() {
        return events(null);
    }

    /**
     * Returns a feed of the events of this session.
     *
     * @param lastEventId the feed begins with the event after this one; null to begin now
     */
    public Feed events(String lastEventId) {
        return new Feed(connection, () -> get(SESSION + "/events"), lastEventId, id);
    }

    /**
     * Writes everything about this session to a stream as JSON Lines, which {@link Coppice#imports} can read. If the
     * connection is lost before the end, throws a problem with the code {@link CoppiceProblem#INCOMPLETE}. Does not
     * close the stream.
     */
    public void export(OutputStream out) throws IOException {
        Exports.write(connection, get(SESSION + "/export"), out);
    }

    Request request(String method, String path, String... ids) {
        var all = new String[ids.length + 1];
        all[0] = id;
        System.arraycopy(ids, 0, all, 1, ids.length);
        return Request.of(method, path, all).query("namespace", namespace.isEmpty() ? null : namespace);
    }

    Request get(String path, String... ids) {
        return request("GET", path, ids);
    }

    Request post(String path, String... ids) {
        return request("POST", path, ids);
    }

    Answer send(Request request) {
        return connection.send(request);
    }

    Json json(Request request) {
        return connection.json(request);
    }

    <T> Pages<T> pages(Supplier<Request> first, String items, Function<Json, T> mapper) {
        return new Pages<>(connection, first, items, mapper);
    }

    JsonReader stream(Request request) {
        return new JsonReader(connection.open(request, connection.timeout()).body());
    }

    Attempts attempts() {
        return new Attempts(connection.deadline());
    }

    CoppiceProblem unreachable(IOException cause) {
        return connection.unreachable(get(SESSION + "/history"), cause);
    }

    private static <T> Optional<T> found(String missing, Supplier<T> read) {
        try {
            return Optional.of(read.get());
        } catch (CoppiceProblem e) {
            if (e.is(missing)) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
