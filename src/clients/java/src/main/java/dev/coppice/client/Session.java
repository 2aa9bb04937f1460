package dev.coppice.client;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A session by its id. Creating this object sends no request, so the session need not exist. A method on a missing
 * session throws {@code session-not-found}. Thread-safe.
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

    /** Returns the session with its counters. */
    public SessionInfo get() {
        return SessionInfo.of(json(get(SESSION)));
    }

    /** Returns the session; empty if it does not exist. */
    public Optional<SessionInfo> find() {
        return found("session-not-found", this::get);
    }

    /** Returns the session, and creates it before if it does not exist. */
    public SessionInfo getOrCreate() {
        return getOrCreate(NewSession.create());
    }

    /**
     * Returns the session, and creates it before from these fields if it does not exist. If it exists with another
     * agent, source, user, type or parent, throws {@code session-exists}; its other fields are ignored.
     */
    public SessionInfo getOrCreate(NewSession fields) {
        return SessionInfo.of(json(request("PUT", SESSION).json(fields.toJson())));
    }

    /** Changes name, model, metadata or limits by a JSON Merge Patch. */
    public SessionInfo update(String patch) {
        return SessionInfo.of(json(request("PATCH", SESSION).json(patch)));
    }

    /** Deletes the session with everything that belongs to it. */
    public void delete() {
        send(request("DELETE", SESSION));
    }

    /** Appends messages at the leaf, all or none. */
    public Appended append(Message... messages) {
        return append(Append.of(messages));
    }

    /** Appends messages, all or none. If the leaf is not the expected one, throws {@link StaleLeaf}. */
    public Appended append(Append append) {
        var request = post(MESSAGES).json(append.toJson());
        return Appended.of(json(append.creates() ? request.query("create", true) : request));
    }

    /** Returns the whole history to the leaf; it is read while one iterates, in constant memory. */
    public History history() {
        return history(HistoryQuery.all());
    }

    /** Returns a part of a history; it is read while one iterates. */
    public History history(HistoryQuery query) {
        return new History(this, query.parameters());
    }

    /** Returns everything for the next model call. */
    public Turn turn(TurnQuery query) {
        return Turn.of(json(get(SESSION + "/turn").query(query.parameters())));
    }

    /** Returns the frozen system prompt; the first call renders it. */
    public Prompt prompt() {
        return Prompt.of(json(get(SESSION + "/prompt")));
    }

    /** Renders the system prompt anew. */
    public Prompt refreshPrompt() {
        return Prompt.of(json(post(SESSION + "/prompt/refresh")));
    }

    /** Returns a message with its place in the tree. */
    public Entry message(String messageId) {
        return Entry.of(json(get(MESSAGE, messageId)));
    }

    /** Replaces a message in its place, or appends it at the leaf if it does not exist. */
    public Appended putMessage(Message message) {
        return Appended.of(json(request("PUT", MESSAGE, message.id()).json(message.json())));
    }

    /** Deletes a message; its children get its parent. */
    public void deleteMessage(String messageId) {
        send(request("DELETE", MESSAGE, messageId));
    }

    /** Returns the messages of all branches in the order in which they were appended. */
    public Pages<Entry> entries() {
        return pages(() -> get(MESSAGES), ITEMS, Entry::of);
    }

    /** Returns the children of a message: the alternatives that follow it. */
    public Pages<Entry> children(String messageId) {
        return pages(() -> get(MESSAGE + "/children", messageId), ITEMS, Entry::of);
    }

    /** Returns the leaf; empty if the session has no message. */
    public Optional<Entry> leaf() {
        return found("message-not-found", () -> Entry.of(json(get(SESSION + "/leaf"))));
    }

    /** Returns the leaves of all branches. */
    public Pages<Entry> leaves() {
        return pages(() -> get(SESSION + "/leaves"), ITEMS, Entry::of);
    }

    /** Returns the tree, one node for each message, in the order in which they were appended. */
    public Pages<Node> tree() {
        return pages(() -> get(SESSION + "/tree"), "nodes", Node::of);
    }

    /** Returns the tree, one node for messages that follow each other without a branch. A node comes after its parent. */
    public Pages<Node.Run> treeOfRuns() {
        return pages(() -> get(SESSION + "/tree").query("runs", true), "nodes", Node.Run::of);
    }

    /**
     * Creates a session that begins with this session's history; nothing is copied.
     *
     * @param atMessageId the last message that it has in common; null for the leaf
     * @param newId null to let the server generate one
     */
    public Session fork(String atMessageId, String newId) {
        var body = new Json().put("atMessageId", atMessageId).put("id", newId);
        var fork = json(post(SESSION + "/fork").json(body.toString()));
        return new Session(connection, namespace, fork.string("id"));
    }

    /** Returns the best hits in this session, one page. */
    public Hits search(SearchQuery query) {
        return Hits.of(json(get(SESSION + "/search").query(query.parameters())));
    }

    /** Adds to the usage. The argument has at least one of {@code inputTokens}, {@code outputTokens}, {@code cost} …. */
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

    /** Follows the events of this session from now on. */
    public Feed events() {
        return events(null);
    }

    /** Follows the events of this session after an event; null: from now on. */
    public Feed events(String lastEventId) {
        return new Feed(connection, () -> get(SESSION + "/events"), lastEventId, id);
    }

    /**
     * Writes everything about this session as JSON Lines, for {@link Coppice#imports}. If the connection is lost
     * midway, throws {@link CoppiceProblem#INCOMPLETE}. Does not close the stream.
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
