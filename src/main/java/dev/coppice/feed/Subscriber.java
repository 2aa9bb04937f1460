package dev.coppice.feed;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One client of the feed: what it reads, up to which position of the log it has been given that, and what waits for it.
 * It is live as long as it takes what the {@link LiveFeed} hands out; when its outbox is full it falls behind, and is brought
 * back from the log ({@link CatchUpQueue}) as soon as it has taken half of what waits. So it is given every event once, in the
 * order of their positions, at its own pace. Thread-safe.
 */
final class Subscriber {
    private enum State {
        BEHIND,
        CATCHING_UP,
        LIVE
    }

    private final String tenant;
    private final String token;
    private final Supplier<Optional<Topic>> source;
    private final Consumer<Subscriber> catchUps;
    private final SendBuffer sendBuffer;
    private final SseConnection wire;

    private State state = State.BEHIND;
    private Topic topic;
    private long position;
    private boolean complete;
    private Status told;
    private long toldAt = System.nanoTime();

    /**
     * @param source what it reads; empty as long as there is no such thing yet
     * @param position behind which it reads
     * @param catchUps where it asks to be brought back
     */
    Subscriber(
            String tenant,
            String token,
            Supplier<Optional<Topic>> source,
            long position,
            Consumer<Subscriber> catchUps,
            SendBuffer sendBuffer,
            SseConnection wire) {
        this.tenant = tenant;
        this.token = token;
        this.source = source;
        this.position = position;
        this.catchUps = catchUps;
        this.sendBuffer = sendBuffer;
        this.wire = wire;
    }

    String tenant() {
        return tenant;
    }

    String token() {
        return token;
    }

    /** What it reads, as far as that is known. */
    synchronized Optional<Topic> interest() {
        return Optional.ofNullable(topic);
    }

    /** Asks for what it reads, if it is not known yet; a namespace appears with its first session. */
    Optional<Topic> findInterest() {
        var known = interest();
        if (known.isPresent()) {
            return known;
        }
        var found = source.get();
        synchronized (this) {
            topic = found.orElse(null);
        }
        return found;
    }

    /** The position behind which it still has to be given everything. */
    synchronized long position() {
        return position;
    }

    /**
     * Hands it an event at the end of the log. False when it is not live, or is no longer, because there is no room: whoever
     * has missed one is given nothing behind it until it has been brought back, also if there is room by then.
     */
    synchronized boolean offer(LoggedEvent event) {
        return take(event, State.LIVE);
    }

    /** Gives it an event of the log's past. False when there is no room, or it is not being brought back. */
    synchronized boolean bring(LoggedEvent event) {
        return take(event, State.CATCHING_UP);
    }

    private boolean take(LoggedEvent event, State expected) {
        if (state != expected) {
            return false;
        }
        if (event.position() <= position || complete) {
            return true;
        }
        if (!sendBuffer.add(event.frame())) {
            // Everything before it was handed to this one too, as far as it is of interest.
            position = event.position() - 1;
            state = State.BEHIND;
            return false;
        }
        position = event.position();
        toldAt = System.nanoTime();
        complete = event.isLast() && topic.isSession();
        return true;
    }

    /** Nothing up to a position is missing. */
    synchronized void reached(long newPosition) {
        position = Math.max(position, newPosition);
    }

    synchronized void goLive() {
        state = State.LIVE;
    }

    synchronized boolean isLive() {
        return state == State.LIVE;
    }

    /** Is to be brought back later: what it reads could not be looked up now. */
    synchronized void fallBehind() {
        state = State.BEHIND;
    }

    private synchronized boolean wantsCatchUp() {
        boolean wants = state == State.BEHIND && sendBuffer.hasRoom() && !isOver();
        state = wants ? State.CATCHING_UP : state;
        return wants;
    }

    /** Sends as much as the connection takes now, and asks for more when it has fallen behind. Waits for nothing. */
    void pump() {
        if (isComplete()) {
            wire.end();
        } else {
            wire.send();
        }
        if (wantsCatchUp()) {
            catchUps.accept(this);
        }
    }

    private synchronized boolean isComplete() {
        return complete;
    }

    /** Tells it how its session is, unless that is what it was told last. */
    synchronized void tell(Status status) {
        if (!status.equals(told) && !complete) {
            told = status;
            toldAt = System.nanoTime();
            sendBuffer.pass(status.frame());
        }
    }

    /** Adds a sign of life when there was nothing else for so long, in nanoseconds. */
    synchronized void beat(long interval) {
        if (System.nanoTime() - toldAt >= interval && sendBuffer.isEmpty()) {
            toldAt = System.nanoTime();
            sendBuffer.add(SseFrame.heartbeat());
        }
    }

    /** True when the connection has taken nothing for so long, in nanoseconds, although something waits. */
    boolean isStalled(long limit) {
        return wire.idle() > limit;
    }

    /** Ends its stream now. */
    void cut() {
        wire.cut();
    }

    /** Ends its stream because the server stops. */
    void hangUp() {
        wire.hangUp();
    }

    boolean isOver() {
        return wire.isOver();
    }
}
