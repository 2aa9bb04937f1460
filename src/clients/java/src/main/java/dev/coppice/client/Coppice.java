package dev.coppice.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Client of a Coppice server. Its token decides which tenant's data it can read and write. Create one object and share
 * it; it needs no closing.
 *
 * <pre>{@code
 * var coppice = Coppice.connect("http://127.0.0.1:8080", token);
 * var session = coppice.session("support-17");
 * session.getOrCreate();
 * session.append(Message.user("When do I prune an apple tree?"));
 * session.history().forEach(message -> System.out.println(message.role() + ": " + message.text()));
 * }</pre>
 *
 * <p>A method waits for the answer of the server. After a lost connection, a timeout, the status 429 or 503, it sends
 * the request again until the deadline. Thread-safe.
 */
public final class Coppice {
    /**
     * Maximum time to wait for the next bytes of an answer. An append that waits for a model takes longer than any
     * other request, and usually less than this.
     */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Time after which a request is not repeated any more. A server restarts in less time. */
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final Connection connection;
    private final String namespace;

    private Coppice(Connection connection, String namespace) {
        this.connection = connection;
        this.namespace = namespace;
    }

    /**
     * Returns a client of a server. Sends no request. Throws {@code IllegalArgumentException} if the URL has no host,
     * or has a query.
     *
     * @param url URL of the server, for example {@code http://127.0.0.1:8080}
     * @param token bearer token; null to send none
     */
    public static Coppice connect(String url, String token) {
        var server = URI.create(url.replaceAll("/+$", ""));
        if (server.getHost() == null || server.getRawQuery() != null) {
            throw new IllegalArgumentException("The URL must look like http://127.0.0.1:8080, not like " + url);
        }
        var http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build();
        return new Coppice(new Connection(http, server.toString(), token, TIMEOUT, DEADLINE, new AtomicBoolean()), "");
    }

    /**
     * Returns a client of the server at {@code COPPICE_URL}, with the bearer token {@code COPPICE_TOKEN}. Both are
     * environment variables. Without the first one, the URL is {@code http://127.0.0.1:8080}.
     */
    public static Coppice fromEnvironment() {
        return connect(
                System.getenv().getOrDefault("COPPICE_URL", "http://127.0.0.1:8080"), System.getenv("COPPICE_TOKEN"));
    }

    /**
     * Returns a client of the same server whose sessions are those of a namespace.
     *
     * @param name the namespace; empty for the default namespace
     */
    public Coppice namespace(String name) {
        return new Coppice(connection, name);
    }

    /**
     * Returns a client of the same server with other time limits.
     *
     * @param timeout maximum time to wait for the next bytes of an answer; the default is 60 seconds
     * @param deadline time after which a request is not repeated any more; the default is two minutes. With zero, each
     *     request is sent only once
     */
    public Coppice times(Duration timeout, Duration deadline) {
        var changed = new Connection(
                connection.http(), connection.server(), connection.token(), timeout, deadline, connection.known());
        return new Coppice(changed, namespace);
    }

    /** Returns an object for the session with this id. Sends no request, so the session need not exist. */
    public Session session(String id) {
        return new Session(connection, namespace, id);
    }

    /** Creates a session with an id that the server generates. */
    public Session create(NewSession fields) {
        var created =
                connection.json(Request.post("/v1/sessions").query(place()).json(fields.toJson()));
        return session(created.string("id"));
    }

    /** Creates a session. Throws {@code session-exists} if there is already a session with this id. */
    public Session create(String id, NewSession fields) {
        connection.send(Request.post("/v1/sessions").query(place()).json(fields.toJson(id)));
        return session(id);
    }

    /** Returns the sessions that match a filter, the most recently written first. */
    public Pages<SessionInfo> sessions(SessionFilter filter) {
        var parameters = place();
        parameters.putAll(filter.parameters());
        return new Pages<>(connection, () -> Request.get("/v1/sessions").query(parameters), "items", SessionInfo::of);
    }

    /**
     * Searches the messages of the sessions in the namespace, and returns one page of hits, the best first. The query
     * can be extended to all namespaces by {@code with("namespace", "*")}.
     */
    public Hits search(SearchQuery query) {
        var parameters = place();
        parameters.putAll(query.parameters());
        return Hits.of(connection.json(Request.get("/v1/search").query(parameters)));
    }

    /**
     * Returns a feed of the events of all sessions in the namespace.
     *
     * @param lastEventId the feed begins with the event after this one; null to begin now
     */
    public Feed events(String lastEventId) {
        return new Feed(connection, () -> Request.get("/v1/events").query(place()), lastEventId, null);
    }

    /**
     * Returns a feed of the events of all sessions of the tenant, in all namespaces.
     *
     * @param lastEventId the feed begins with the event after this one; null to begin now
     */
    public Feed allEvents(String lastEventId) {
        return new Feed(connection, () -> Request.get("/v1/events").query("namespace", "*"), lastEventId, null);
    }

    /** Returns the exports of many sessions at once. They need a token with the scope {@code admin}. */
    public Exports exports() {
        return new Exports(connection, namespace);
    }

    /** Returns an import of exported sessions. It needs a token with the scope {@code admin}. */
    public Imports imports() {
        return new Imports(connection);
    }

    /**
     * Sends any request of the API, for example {@code send("PUT", "/v1/agents/gardener", "{}")}. Repeats it like the
     * requests of the other methods.
     *
     * @param path path and query, percent-encoded where necessary
     * @param json the body; null for none
     */
    public Answer send(String method, String path, String json) {
        var request = Request.of(method, path);
        return connection.send(json == null ? request : request.json(json));
    }

    private Map<String, Object> place() {
        var parameters = new LinkedHashMap<String, Object>();
        if (!namespace.isEmpty()) {
            parameters.put("namespace", namespace);
        }
        return parameters;
    }
}
