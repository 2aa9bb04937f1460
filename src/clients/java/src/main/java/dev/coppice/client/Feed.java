package dev.coppice.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The events of a session, a namespace or a tenant. Each event occurs once, and events are in the order of their
 * commits. If the connection is lost or the server restarts, the feed connects again, without a time limit, and
 * continues after the last event. To continue in another process, store {@link #lastEventId}.
 *
 * <p>{@link #hasNext} waits for the next event. It returns false after {@link #close}, or if this is the feed of a
 * session and the session was deleted or has expired. It throws a problem with the code {@code events-gone} if the
 * server has removed the next event from its log. Only one thread may read; any thread may close the feed.
 */
public final class Feed implements Iterator<Event>, Iterable<Event>, AutoCloseable {
    /**
     * Time without a byte after which the connection counts as lost. In this time a server with default settings sends
     * four heartbeats.
     */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    /** For how long a feed tries to connect again after the connection was lost. It is practically unlimited. */
    private static final Duration ALWAYS = Duration.ofDays(10_000);

    private final Connection connection;
    private final Supplier<Request> request;
    private final String sessionId;
    private volatile String lastId;
    private volatile BodyStream body;
    private volatile boolean closed;
    private BufferedReader in;
    private Event lookahead;

    /**
     * Connects to the server. Throws a problem if this does not succeed within the connection's deadline.
     *
     * @param request creates the request of the event stream
     * @param lastEventId the feed begins with the event after this one; null to begin now
     * @param sessionId id of the session whose events these are; null for a feed of a namespace or tenant
     */
    Feed(Connection connection, Supplier<Request> request, String lastEventId, String sessionId) {
        this.connection = connection;
        this.request = request;
        this.lastId = lastEventId;
        this.sessionId = sessionId;
        open(connection.open(subscription(), SILENCE));
    }

    /**
     * Returns the id after which the feed can be continued, usually that of the last event that was returned; null if
     * no id is known yet.
     */
    public String lastEventId() {
        return lastId;
    }

    @Override
    public boolean hasNext() {
        while (lookahead == null && !closed) {
            try {
                lookahead = read();
            } catch (InterruptedIOException e) {
                close();
                throw Attempts.interrupted(e);
            } catch (IOException e) {
                reconnect(e);
            }
        }
        return lookahead != null;
    }

    @Override
    public Event next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        var event = lookahead;
        lookahead = null;
        // What is read ahead does not count: a process that stores the id has seen all events up to it.
        lastId = event.id() == null ? lastId : event.id();
        if (isLast(event)) {
            close();
        }
        return event;
    }

    /** True if this is the feed of a session, and the event says that the session was deleted or has expired. */
    private boolean isLast(Event event) {
        return (event.name().equals("SessionDeleted") || event.name().equals("SessionExpired"))
                && sessionId != null
                && sessionId.equals(event.get("sessionId"));
    }

    /** Returns this feed. */
    @Override
    public Iterator<Event> iterator() {
        return this;
    }

    public Stream<Event> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    /** Ends the feed. If a thread waits in {@link #hasNext}, the method returns false. */
    @Override
    public void close() {
        closed = true;
        body.close();
    }

    private Request subscription() {
        var subscription = request.get().header("Accept", "text/event-stream");
        return lastId == null ? subscription : subscription.header("Last-Event-ID", lastId);
    }

    private void open(HttpResponse<BodyStream> response) {
        body = response.body();
        in = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        if (closed) {
            body.close();
        }
    }

    private void reconnect(IOException cause) {
        body.close();
        var attempts = new Attempts(ALWAYS);
        var failure = cause;
        while (!closed) {
            attempts.pause(connection.unreachable(subscription(), failure));
            try {
                var response = connection.once(subscription(), SILENCE);
                if (response.statusCode() < 300) {
                    open(response);
                    return;
                }
                connection.refused(response, subscription(), attempts);
            } catch (CoppiceProblem e) {
                if (!e.is("session-not-found")) {
                    throw e;
                }
                close();
            } catch (InterruptedIOException e) {
                throw Attempts.interrupted(e);
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    /**
     * Reads the next event from the stream. The server also sends ids without an event; such an id becomes the last
     * event id.
     *
     * @throws IOException if the stream ends
     */
    private Event read() throws IOException {
        String id = null;
        var name = "message";
        var data = new StringBuilder();
        while (true) {
            var line = in.readLine();
            if (line == null) {
                throw new IOException("The stream has ended");
            }
            if (line.isEmpty()) {
                if (!data.isEmpty()) {
                    return new Event(id, name, data.toString());
                }
                lastId = id == null ? lastId : id;
                id = null;
                name = "message";
            } else if (line.startsWith("id:")) {
                id = value(line);
            } else if (line.startsWith("event:")) {
                name = value(line);
            } else if (line.startsWith("data:")) {
                data.append(data.isEmpty() ? "" : "\n").append(value(line));
            }
        }
    }

    private static String value(String line) {
        var value = line.substring(line.indexOf(':') + 1);
        return value.startsWith(" ") ? value.substring(1) : value;
    }
}
