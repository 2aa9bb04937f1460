package dev.coppice.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A Coppice server, as one tenant sees it with a token. Create one object and share it; it needs no closing.
 *
 * <pre>{@code
 * var coppice = Coppice.connect("http://127.0.0.1:8080", token);
 * var session = coppice.session("support-17");
 * session.getOrCreate();
 * session.append(Message.user("When do I prune an apple tree?"));
 * session.history().forEach(message -> System.out.println(message.role() + ": " + message.text()));
 * }</pre>
 *
 * <p>Requests block. A request is repeated after a lost connection, a timeout, 429 and 503 until the deadline. Thread-safe.
 */
public final class Coppice {
    /** How long a part of an answer may take. Appends that wait for a model take longer than any other request. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** How long a request is repeated: a server restarts in less. */
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final Connection connection;
    private final String namespace;

    private Coppice(Connection connection, String namespace) {
        this.connection = connection;
        this.namespace = namespace;
    }

    /**
     * Returns a server. Sends no request.
     *
     * @param url for example {@code http://127.0.0.1:8080}
     * @param token bearer token
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

    /** Returns the server of the environment variables {@code COPPICE_URL} and {@code COPPICE_TOKEN}. */
    public static Coppice fromEnvironment() {
        return connect(
                System.getenv().getOrDefault("COPPICE_URL", "http://127.0.0.1:8080"), System.getenv("COPPICE_TOKEN"));
    }

    /** Returns this server with the sessions of a namespace. */
    public Coppice namespace(String name) {
        return new Coppice(connection, name);
    }

    /**
     * Returns this server with other times.
     *
     * @param timeout longest time without a byte of an answer (otherwise 60 s)
     * @param deadline time after which a request is not sent again (otherwise two minutes); zero: it is sent once
     */
    public Coppice times(Duration timeout, Duration deadline) {
        var changed = new Connection(
                connection.http(), connection.server(), connection.token(), timeout, deadline, connection.known());
        return new Coppice(changed, namespace);
    }

    /** Returns a session by its id; sends no request. */
    public Session session(String id) {
        return new Session(connection, namespace, id);
    }

    /** Creates a session with an id that the server generates. */
    public Session create(NewSession fields) {
        var created =
                connection.json(Request.post("/v1/sessions").query(place()).json(fields.toJson()));
        return session(created.string("id"));
    }

    /** Creates a session; throws {@code session-exists} if the id is in use. */
    public Session create(String id, NewSession fields) {
        connection.send(Request.post("/v1/sessions").query(place()).json(fields.toJson(id)));
        return session(id);
    }

    /** Returns sessions, the most recently written first. */
    public Pages<SessionInfo> sessions(SessionFilter filter) {
        var parameters = place();
        parameters.putAll(filter.parameters());
        return new Pages<>(connection, () -> Request.get("/v1/sessions").query(parameters), "items", SessionInfo::of);
    }

    /** Returns the best hits in the sessions of the namespace, one page; with {@code with("namespace", "*")} in all. */
    public Hits search(SearchQuery query) {
        var parameters = place();
        parameters.putAll(query.parameters());
        return Hits.of(connection.json(Request.get("/v1/search").query(parameters)));
    }

    /** Follows the events of the namespace after an event; null: from now on. */
    public Feed events(String lastEventId) {
        return new Feed(connection, () -> Request.get("/v1/events").query(place()), lastEventId, null);
    }

    /** Follows the events of all namespaces after an event; null: from now on. */
    public Feed allEvents(String lastEventId) {
        return new Feed(connection, () -> Request.get("/v1/events").query("namespace", "*"), lastEventId, null);
    }

    /** Exports of many sessions; they need the scope {@code admin}. */
    public Exports exports() {
        return new Exports(connection, namespace);
    }

    /** Imports of exported sessions; they need the scope {@code admin}. */
    public Imports imports() {
        return new Imports(connection);
    }

    /**
     * Sends any request of the API, for example {@code send("PUT", "/v1/agents/gardener", "{}")}. It is repeated like all
     * others.
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
