package dev.coppice.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.Thread.State;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A subscriber receives every event once and in order, however slow its client is and whichever threads offer events. */
class SubscriberTest {
    private static final long SESSION = 1;

    /** The server's side of a connection that accepts everything, or nothing. */
    private static final class Connection extends ServletOutputStream {
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private boolean accepts;

        @Override
        public boolean isReady() {
            return accepts;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            // the test calls pump() itself
        }

        @Override
        public void write(int b) {
            received.write(b);
        }
    }

    private final Connection connection = new Connection();
    private final List<Subscriber> catchingUp = new ArrayList<>();
    private Subscriber subscriber;

    @BeforeEach
    void createLiveSubscriber() throws IOException {
        subscriber = live(Topic.session(SESSION), connection);
    }

    private Subscriber live(Topic topic, Connection to) throws IOException {
        var sendBuffer = new SendBuffer(2 * event(1).frame().length);
        var context = proxy(AsyncContext.class, proxy(ServletResponse.class, to));
        var sseConnection = new SseConnection(context, () -> {}, sendBuffer);
        var created = new Subscriber(
                "tenant", "token", () -> Optional.of(topic), 0, catchingUp::add, sendBuffer, sseConnection);
        created.findTopic();
        created.goLive();
        return created;
    }

    /** A stub of a server interface whose methods return the answer where its type fits, else null. */
    private static <T> T proxy(Class<T> type, Object answer) {
        InvocationHandler answers =
                (self, method, arguments) -> method.getReturnType().isInstance(answer) ? answer : null;
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }

    private static LoggedEvent event(long position) {
        return LoggedEvent.of(position, 1, 1, SESSION, "MessageAppended", "{}".getBytes());
    }

    private void assertReceived(long last) {
        connection.accepts = true;
        subscriber.pump();
        var expected = LongStream.rangeClosed(1, last)
                .mapToObj(position -> new String(event(position).frame()))
                .collect(Collectors.joining());
        assertEquals(expected, connection.received.toString());
    }

    @Test
    void liveSubscriberReceivesOfferedEvents() {
        assertTrue(subscriber.offerLive(event(1)));
        assertTrue(subscriber.offerLive(event(2)));
        assertReceived(2);
    }

    @Test
    void eventOfferedTwiceIsReceivedOnce() {
        subscriber.offerLive(event(1));
        assertTrue(subscriber.offerLive(event(1)));
        assertTrue(subscriber.offerLive(event(2)));
        assertReceived(2);
    }

    /** The buffer has room again while events are being offered, but an event was missed before. */
    @Test
    void subscriberBehindAcceptsNoLiveEventsUntilItHasCaughtUp() {
        subscriber.offerLive(event(1));
        subscriber.offerLive(event(2));
        assertFalse(subscriber.offerLive(event(3)));
        connection.accepts = true;
        subscriber.pump();
        assertEquals(List.of(subscriber), catchingUp);
        assertFalse(subscriber.offerLive(event(4)));
        assertTrue(subscriber.offerPast(event(3)));
        assertTrue(subscriber.offerPast(event(4)));
        subscriber.goLive();
        assertReceived(4);
        assertTrue(subscriber.offerLive(event(5)));
        assertReceived(5);
    }

    @Test
    void fullBufferDuringCatchUpLeadsToAnotherCatchUp() {
        subscriber.fallBehind();
        subscriber.pump();
        assertTrue(subscriber.offerPast(event(1)));
        assertTrue(subscriber.offerPast(event(2)));
        assertFalse(subscriber.offerPast(event(3)));
        assertFalse(subscriber.offerPast(event(4)));
        connection.accepts = true;
        subscriber.pump();
        assertEquals(List.of(subscriber, subscriber), catchingUp);
        assertTrue(subscriber.offerPast(event(3)));
        assertTrue(subscriber.offerPast(event(4)));
        assertReceived(4);
    }

    @Test
    void finishedStreamEndsAfterItsEventsAndAnId() {
        subscriber.offerLive(event(1));
        subscriber.finish();
        subscriber.offerLive(event(2));
        connection.accepts = true;
        subscriber.pump();
        assertEquals(
                new String(event(1).frame()) + "id: " + LoggedEvent.id(1) + "\n\n", connection.received.toString());
        assertTrue(subscriber.isOver());
    }

    /** Several threads send the status: after events, each second, when a compaction starts. */
    @Test
    void latestStatusIsSentLast() throws InterruptedException {
        var statuses = new SlowStatuses();
        statuses.enqueue(List.of(subscriber));
        statuses.other.join();
        connection.accepts = true;
        subscriber.pump();
        assertTrue(connection
                .received
                .toString()
                .endsWith(new String(SlowStatuses.status(2).frame())));
    }

    /** A namespace may have the same number as a session. */
    @Test
    void subscriberOfNamespaceGetsNoStatus() throws IOException {
        var ofNamespace = new Connection();
        ofNamespace.accepts = true;
        connection.accepts = true;
        var both = List.of(subscriber, live(Topic.namespace(SESSION), ofNamespace));
        new KnownStatus().enqueue(both);
        both.forEach(Subscriber::pump);
        assertEquals(new String(SlowStatuses.status(1).frame()), connection.received.toString());
        assertEquals("", ofNamespace.received.toString());
    }

    private static final class KnownStatus extends StatusPublisher {
        @Override
        Map<Long, SessionStatus> of(Collection<Long> sessions) {
            return Map.of(SESSION, SlowStatuses.status(1));
        }
    }

    /** The first lookup returns only when the other thread waits for it, or has finished its own. */
    private final class SlowStatuses extends StatusPublisher {
        private final Thread other = new Thread(() -> enqueue(List.of(subscriber)));
        private final AtomicInteger reads = new AtomicInteger();

        private static SessionStatus status(int read) {
            return new SessionStatus(false, read, (long) read, null);
        }

        @Override
        Map<Long, SessionStatus> of(Collection<Long> sessions) {
            int read = reads.incrementAndGet();
            if (read == 1) {
                other.start();
                while (other.getState() != State.BLOCKED && other.getState() != State.TERMINATED) {
                    Thread.onSpinWait();
                }
            }
            return Map.of(SESSION, status(read));
        }
    }
}
