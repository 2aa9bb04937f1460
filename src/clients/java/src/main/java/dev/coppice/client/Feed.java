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
 * The events of a session, a namespace or a tenant, each once, in the order of the commits. If the connection is lost or
 * the server restarts, the feed continues after the last event by itself, as long as it takes. To continue in another
 * process, store {@link #lastEventId}.
 *
 * <p>{@link #hasNext} waits for the next event. It returns false after {@link #close}, and if the session of the feed was
 * deleted or has expired. It throws {@code events-gone} if the log of the server no longer has the next event. One thread
 * reads; any thread may close.
 */
public final class Feed implements Iterator<Event>, Iterable<Event>, AutoCloseable {
    /** Time without a byte after which the connection counts as lost: four heartbeats of a server by default. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    /** How long a connection that was once there is tried again: in effect for ever. */
    private static final Duration ALWAYS = Duration.ofDays(10_000);

    private final Connection connection;
    private final Supplier<Request> request;
    private final String sessionId;
    private volatile String lastId;
    private volatile BodyStream body;
    private volatile boolean closed;
    private BufferedReader in;
    private Event lookahead;

    /** Connects, within the deadline. */
    Feed(Connection connection, Supplier<Request> request, String lastEventId, String sessionId) {
        this.connection = connection;
        this.request = request;
        this.lastId = lastEventId;
        this.sessionId = sessionId;
        open(connection.open(subscription(), SILENCE));
    }

    /** Returns the id after which this feed continues; null before the first one is known. */
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

    /** True if a session's feed ends with this event. */
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

    /** Ends the feed. A thread that waits in {@link #hasNext} gets false. */
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
            attempts.pause(null, connection.unreachable(subscription(), failure));
            try {
                var response = connection.once(subscription(), SILENCE);
                if (response.statusCode() < 300) {
                    open(response);
                    return;
                }
                connection.refused(response, attempts);
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
     * Reads the next event. A block with an id and without data is none, but its id is the one to continue with.
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
