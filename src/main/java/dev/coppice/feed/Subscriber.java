package dev.coppice.feed;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One client of an event stream: what it follows (its topic), its position in the log, and its buffered frames. The
 * stream begins after a given position in the log. From there on, the client receives each event of the topic exactly
 * once, in the order of positions and at its own speed. Thread-safe.
 *
 * <p>At first, a subscriber is behind the end of the log. When at least half of its buffer is free, the
 * {@link CatchUpQueue} begins to read the missed events from the log for it. When it has reached the end of the log, it
 * is live: it gets new events from the {@link LiveFeed}. When its buffer is full, it is behind again.
 */
public final class Subscriber {
    private enum State {
        BEHIND,
        CATCHING_UP,
        LIVE
    }

    private final String tenant;
    private final String token;
    private final Supplier<Optional<Topic>> topicFinder;
    private final Consumer<Subscriber> catchUps;
    private final SendBuffer sendBuffer;
    private final SseConnection connection;
    private State state = State.BEHIND;
    private Topic topic;
    /** Position in the log, inclusive, up to which all events of the topic were sent or buffered. */
    private long position;
    /**
     * True if the stream ends after the frames that are buffered: the last event of the followed session
     * ({@code SessionDeleted} or {@code SessionExpired}) was buffered, or the server stops.
     */
    private boolean complete;
    /** The session's status that was buffered last for this subscriber; null if none was. */
    private SessionStatus sentStatus;
    /** Value of {@code System.nanoTime()} when a frame was last buffered. */
    private long bufferedAt = System.nanoTime();

    /**
     * Creates a subscriber that must first read older events from the log.
     *
     * @param tenant name of the client's tenant
     * @param token the client's bearer token
     * @param topicFinder looks up what the client follows; returns empty as long as that does not exist
     * @param position position in the log after which the subscriber receives events, exclusive
     * @param catchUps called with this subscriber when it must get older events from the log and at least half of its
     *     buffer is free
     * @param sendBuffer the buffer of the frames that wait to be sent
     * @param connection sends the frames in {@code sendBuffer}
     */
    Subscriber(
            String tenant,
            String token,
            Supplier<Optional<Topic>> topicFinder,
            long position,
            Consumer<Subscriber> catchUps,
            SendBuffer sendBuffer,
            SseConnection connection) {
        this.tenant = tenant;
        this.token = token;
        this.topicFinder = topicFinder;
        this.position = position;
        this.catchUps = catchUps;
        this.sendBuffer = sendBuffer;
        this.connection = connection;
    }

    String tenant() {
        return tenant;
    }

    String token() {
        return token;
    }

    /**
     * Returns the topic, that is, what the client follows; empty as long as {@link #findTopic} has not found it. Runs
     * no query.
     */
    synchronized Optional<Topic> topic() {
        return Optional.ofNullable(topic);
    }

    /**
     * Returns the topic, that is, what the client follows. Looks the topic up if no earlier call has found it. Empty if
     * what the client follows does not exist yet, for example a namespace before its first session.
     */
    Optional<Topic> findTopic() {
        var known = topic();
        if (known.isPresent()) {
            return known;
        }
        var found = topicFinder.get();
        synchronized (this) {
            topic = found.orElse(null);
        }
        return found;
    }

    /**
     * Returns the position in the event log, inclusive, up to which all events that the client follows were sent or
     * buffered.
     */
    synchronized long position() {
        return position;
    }

    /**
     * Buffers a new event from the {@link LiveFeed} and returns true. Returns false if the subscriber is not live. Also
     * returns false if the buffer is full. The subscriber then stops being live, and must get this event and later ones
     * from the log. Ignores the event and returns true if its position is not above {@link #position}, or if the last
     * event of the followed session was buffered before.
     */
    synchronized boolean offerLive(LoggedEvent event) {
        return accept(event, State.LIVE);
    }

    /**
     * Buffers an older event that the {@link CatchUpQueue} has read from the log, and returns true. Returns false if
     * the queue has stopped reading events for this subscriber in the meantime. Also returns false if the buffer is
     * full, after which the queue stops reading for this subscriber. Ignores the same events as {@link #offerLive}.
     */
    synchronized boolean offerPast(LoggedEvent event) {
        return accept(event, State.CATCHING_UP);
    }

    private boolean accept(LoggedEvent event, State expected) {
        if (state != expected) {
            return false;
        }
        if (event.position() <= position || complete) {
            return true;
        }
        if (!sendBuffer.add(event.frame())) {
            // All earlier events of the topic have been accepted.
            position = event.position() - 1;
            state = State.BEHIND;
            return false;
        }
        position = event.position();
        bufferedAt = System.nanoTime();
        complete = event.isLast() && topic.isSession();
        return true;
    }

    /**
     * Moves the position of this subscriber forward, because the log has no events for it between the old and the new
     * position.
     *
     * @param newPosition the new position; ignored if it is not above the old one
     */
    synchronized void advanceTo(long newPosition) {
        position = Math.max(position, newPosition);
    }

    /**
     * Makes the subscriber live, so that it gets new events from the {@link LiveFeed}. Only {@link LiveFeed#join} calls
     * this method.
     */
    synchronized void goLive() {
        state = State.LIVE;
    }

    synchronized boolean isLive() {
        return state == State.LIVE;
    }

    /**
     * Records that the queue has stopped reading older events before the end of the log was reached. A later call of
     * {@link #pump} requests the reading again.
     */
    synchronized void fallBehind() {
        state = State.BEHIND;
    }

    /**
     * Records that the queue begins to read older events for this subscriber, and returns true. Does nothing and
     * returns false in three cases: the subscriber is live or already gets older events, less than half of the buffer
     * is free, or the stream has ended.
     */
    private synchronized boolean startsCatchUp() {
        boolean starts = state == State.BEHIND && sendBuffer.isHalfFree() && !isOver();
        state = starts ? State.CATCHING_UP : state;
        return starts;
    }

    /**
     * Sends as many buffered frames as the connection accepts at the moment. If the last event of the followed session
     * was buffered, ends the stream after it. If the subscriber needs older events and half of its buffer is free,
     * requests that they be read from the log. Never blocks.
     */
    void pump() {
        if (isComplete()) {
            connection.endAfterSending();
        } else {
            connection.send();
        }
        if (startsCatchUp()) {
            catchUps.accept(this);
        }
    }

    private synchronized boolean isComplete() {
        return complete;
    }

    /**
     * Buffers the status of the session. Does nothing if it equals the status that was buffered last, or if the event
     * after which the stream ends was buffered already.
     */
    synchronized void offerStatus(SessionStatus status) {
        if (!status.equals(sentStatus) && !complete) {
            sentStatus = status;
            bufferedAt = System.nanoTime();
            sendBuffer.setStatus(status.frame());
        }
    }

    /**
     * Buffers a comment, which keeps the connection open. Does nothing if the buffer contains frames, or if a frame was
     * buffered within the last {@code interval} nanoseconds.
     */
    synchronized void heartbeat(long interval) {
        if (System.nanoTime() - bufferedAt >= interval && sendBuffer.isEmpty()) {
            bufferedAt = System.nanoTime();
            sendBuffer.add(SseFrame.heartbeat());
        }
    }

    /** True if the connection has not been ready to accept data for more than {@code limit} nanoseconds. */
    boolean isStalled(long limit) {
        return connection.idleNanos() > limit;
    }

    /**
     * Ends the stream because the server stops. First sends the buffered frames and then an id with which the client
     * can resume, because the client may have received no event with an id yet.
     */
    void finish() {
        synchronized (this) {
            if (!complete && position > 0) {
                sendBuffer.add(SseFrame.id(LoggedEvent.id(position)));
            }
            complete = true;
        }
        connection.endAfterSending();
    }

    /** Ends the stream at once; buffered frames are not sent. */
    void close() {
        connection.close();
    }

    /** Aborts the connection because the server stops; buffered frames are not sent. */
    void abort() {
        connection.abort();
    }

    /** True if the event stream of this subscriber has ended. */
    boolean isOver() {
        return connection.isOver();
    }
}
