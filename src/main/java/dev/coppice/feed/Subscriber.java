package dev.coppice.feed;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One client of the feed: its topic, its position in the log, and its buffered frames. A subscriber is live while its
 * buffer takes the events that the {@link LiveFeed} distributes. When the buffer is full it falls behind; when half of the
 * buffer is free again, the {@link CatchUpQueue} reads the missed events from the log. So it receives every event once, in
 * the order of positions, at its own pace. Thread-safe.
 */
final class Subscriber {
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
     * @param topicFinder looks up the topic; empty while it does not exist
     * @param position position after which the subscriber receives events
     * @param catchUps receives the subscriber whenever it has fallen behind and has room again
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

    /** The topic if it is known already. */
    synchronized Optional<Topic> topic() {
        return Optional.ofNullable(topic);
    }

    /** Looks up the topic unless it is known; a namespace comes into being with its first session. */
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

    /** Position up to which the subscriber has received all events of its topic. */
    synchronized long position() {
        return position;
    }

    /**
     * Offers an event from the end of the log. Returns false when the subscriber is not live, or stops being live because
     * its buffer is full: it then accepts no later event before it has caught up, even if the buffer has room again.
     */
    synchronized boolean offerLive(LoggedEvent event) {
        return accept(event, State.LIVE);
    }

    /** Offers an event of the past. Returns false when the buffer is full, or the subscriber is not catching up. */
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
            // All earlier events of the topic were offered too.
            position = event.position() - 1;
            state = State.BEHIND;
            return false;
        }
        position = event.position();
        bufferedAt = System.nanoTime();
        complete = event.isLast() && topic.isSession();
        return true;
    }

    /** Moves the position forward: the topic has no further events up to {@code newPosition}. */
    synchronized void advanceTo(long newPosition) {
        position = Math.max(position, newPosition);
    }

    synchronized void goLive() {
        state = State.LIVE;
    }

    synchronized boolean isLive() {
        return state == State.LIVE;
    }

    /** Lets the subscriber ask for another catch-up later, because this one could not be finished. */
    synchronized void fallBehind() {
        state = State.BEHIND;
    }

    private synchronized boolean startsCatchUp() {
        boolean starts = state == State.BEHIND && sendBuffer.isHalfFree() && !isOver();
        state = starts ? State.CATCHING_UP : state;
        return starts;
    }

    /** Sends as much as the connection accepts now, and asks for a catch-up if it is behind. Never waits. */
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

    /** Buffers the status of its session, unless it is the status that was buffered last. */
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

    /** True when the connection has accepted no data for {@code limit} nanoseconds although frames wait. */
    boolean isStalled(long limit) {
        return connection.idleNanos() > limit;
    }

    /** Ends the stream now. */
    void close() {
        connection.close();
    }

    /** Ends the stream because the server stops. */
    void abort() {
        connection.abort();
    }

    boolean isOver() {
        return connection.isOver();
    }
}
