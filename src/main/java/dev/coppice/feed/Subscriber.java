package dev.coppice.feed;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One client of the feed: its topic, its position in the log, and its buffered frames. A subscriber is live while its
 * buffer has room for the events that the {@link LiveFeed} distributes. When the buffer is full, the subscriber falls
 * behind. When half of the buffer is free again, the {@link CatchUpQueue} reads the missed events from the log. So each
 * subscriber receives every event once, in the order of positions, at its own speed. Thread-safe.
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
    private long position;
    private boolean complete;
    private SessionStatus sentStatus;
    private long bufferedAt = System.nanoTime();

    /**
     * @param tenant name of the client's tenant
     * @param token the client's bearer token
     * @param topicFinder looks up the topic; returns empty as long as the topic does not exist
     * @param position position after which the subscriber receives events
     * @param catchUps called with this subscriber when it is behind and at least half of its buffer is free
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

    /** Returns the topic; empty as long as it was not found. */
    synchronized Optional<Topic> topic() {
        return Optional.ofNullable(topic);
    }

    /**
     * Returns the topic, and looks it up if it was not found yet. Empty if it does not exist: a namespace has no number
     * before its first session.
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

    /** Returns the position up to which all events of the topic were sent or buffered. */
    synchronized long position() {
        return position;
    }

    /**
     * Buffers an event from the end of the log. Returns false if the subscriber is not live or its buffer is full. When
     * the buffer is full, the subscriber stops being live: it accepts no later event before it has caught up, even if
     * the buffer has room again.
     */
    synchronized boolean offerLive(LoggedEvent event) {
        return accept(event, State.LIVE);
    }

    /**
     * Buffers an event that was read from the log to catch up. Returns false if the buffer is full or the subscriber is
     * not catching up.
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

    /** Moves the position forward to {@code newPosition}, because the topic has no further events up to it. */
    synchronized void advanceTo(long newPosition) {
        position = Math.max(position, newPosition);
    }

    synchronized void goLive() {
        state = State.LIVE;
    }

    synchronized boolean isLive() {
        return state == State.LIVE;
    }

    /** Ends a catch-up before it has reached the end of the log. A later call of {@link #pump} requests another one. */
    synchronized void fallBehind() {
        state = State.BEHIND;
    }

    private synchronized boolean startsCatchUp() {
        boolean starts = state == State.BEHIND && sendBuffer.isHalfFree() && !isOver();
        state = starts ? State.CATCHING_UP : state;
        return starts;
    }

    /**
     * Sends as many buffered frames as the connection accepts now. Requests a catch-up if the subscriber is behind.
     * Never blocks.
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

    /** Buffers the status of the session, unless it equals the one that was buffered last. */
    synchronized void offerStatus(SessionStatus status) {
        if (!status.equals(sentStatus) && !complete) {
            sentStatus = status;
            bufferedAt = System.nanoTime();
            sendBuffer.setStatus(status.frame());
        }
    }

    /** Buffers a heartbeat if nothing else was buffered for {@code interval} nanoseconds. */
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

    /** Ends the stream at once; buffered frames are not sent. */
    void close() {
        connection.close();
    }

    /** Aborts the connection because the server stops. */
    void abort() {
        connection.abort();
    }

    boolean isOver() {
        return connection.isOver();
    }
}
