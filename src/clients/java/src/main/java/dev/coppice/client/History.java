package dev.coppice.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The messages of a path, the oldest first. They are read from the server while the caller iterates, so a long history
 * needs little memory. The messages can be read only once. If the connection is lost meanwhile, the history connects
 * again and continues with the next message. A history that is not read to its end must be closed. Not thread-safe.
 */
public final class History implements Iterable<Message>, AutoCloseable {
    /**
     * Query parameters with which a history can continue after a lost connection. With other parameters, for example a
     * limit of tokens, a second request would not return the remaining messages.
     */
    private static final Set<String> RESUMABLE = Set.of("leafId", "raw", "from");

    private final Session session;
    private final Map<String, Object> query;
    private JsonReader in;
    private Json head;
    private Message lookahead;
    private String lastId;
    private boolean ended;

    History(Session session, Map<String, Object> query) {
        this.session = session;
        this.query = query;
        open();
    }

    /** Returns the id of the last message of the path; null if the session has no message. */
    public String leafId() {
        return head.string("leafId");
    }

    /**
     * Returns the number of messages on the whole path, from its root to its last message. A query may select only a
     * part of them.
     */
    public long pathLength() {
        return head.count("pathLength");
    }

    /** Returns the estimated tokens of the messages of this history. */
    public long tokens() {
        return head.count("tokens");
    }

    /**
     * Returns the value for {@link HistoryQuery#before} with which the messages before this history can be read; null
     * if there are none.
     */
    public String before() {
        return head.string("before");
    }

    /**
     * Returns the value for {@link HistoryQuery#from} with which the messages after this history can be read; null if
     * there are none.
     */
    public String next() {
        return head.string("next");
    }

    /** Returns the messages that were not read yet as a stream. */
    public Stream<Message> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    /** Returns the messages that were not read yet as a list, which needs memory for all of them. */
    public List<Message> toList() {
        return stream().toList();
    }

    /** Returns an iterator of the messages that were not read yet. */
    @Override
    public Iterator<Message> iterator() {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return advance();
            }

            @Override
            public Message next() {
                if (!advance()) {
                    throw new NoSuchElementException();
                }
                var message = lookahead;
                lookahead = null;
                return message;
            }
        };
    }

    private boolean advance() {
        var attempts = session.attempts();
        while (lookahead == null && !ended) {
            try {
                read();
            } catch (InterruptedIOException e) {
                close();
                throw Attempts.interrupted(e);
            } catch (IOException e) {
                close();
                ended = false;
                attempts.pause(lost(e));
                open();
            }
        }
        return lookahead != null;
    }

    private void read() throws IOException {
        if (in.hasElement()) {
            lookahead = Message.of(in.raw());
            lastId = lookahead.id();
        } else {
            close();
        }
    }

    /**
     * Sends the request for this history. If a message was already read, continues after it. Repeats the request until
     * the deadline if the connection is lost.
     */
    private void open() {
        var attempts = session.attempts();
        while (true) {
            try {
                if (lastId == null) {
                    begin();
                } else {
                    resume();
                }
                return;
            } catch (InterruptedIOException e) {
                throw Attempts.interrupted(e);
            } catch (IOException e) {
                attempts.pause(session.unreachable(e));
            }
        }
    }

    private void begin() throws IOException {
        in = session.stream(session.get("/v1/sessions/{}/history").query(query));
        head = head(in);
        query.putIfAbsent("leafId", leafId());
    }

    private void resume() throws IOException {
        var rest = new LinkedHashMap<>(query);
        rest.put("from", lastId);
        in = session.stream(session.get("/v1/sessions/{}/history").query(rest));
        head(in);
        // A summary that was made meanwhile replaces the message: then it comes instead.
        if (in.hasElement()) {
            var first = Message.of(in.raw());
            lookahead = lastId.equals(first.id()) ? null : first;
        }
    }

    /**
     * Reads the members of the response before the member {@code messages}, and returns them. Afterwards {@code in} is
     * at the first message.
     */
    private static Json head(JsonReader in) throws IOException {
        var head = new Json();
        in.beginObject();
        for (var name = in.name(); !"messages".equals(name); name = in.name()) {
            if (name == null) {
                throw new IOException("The history has no messages");
            }
            head.putRaw(name, in.raw());
        }
        in.beginArray();
        return head;
    }

    /**
     * Returns the problem of a lost connection. Throws it if this history cannot continue, because a message was
     * already read and the query has other parameters than {@link #RESUMABLE}.
     */
    private CoppiceProblem lost(IOException cause) {
        var problem = session.unreachable(cause);
        if (lastId != null && !RESUMABLE.containsAll(query.keySet())) {
            throw problem;
        }
        return problem;
    }

    /** Ends this history and closes its connection to the server. */
    @Override
    public void close() {
        ended = true;
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
