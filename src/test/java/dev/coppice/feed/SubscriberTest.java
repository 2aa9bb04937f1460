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

/** A client is given every event once and in order, however slow it is, and whoever hands some out at the same time. */
class SubscriberTest {
    private static final long SESSION = 1;

    /** The server's side of a connection that takes all, or nothing. */
    private static final class Connection extends ServletOutputStream {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private boolean takes;

        @Override
        public boolean isReady() {
            return takes;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            // the test says when it takes more
        }

        @Override
        public void write(int b) {
            taken.write(b);
        }
    }

    private final Connection connection = new Connection();
    private final List<Subscriber> catchingUp = new ArrayList<>();
    private Subscriber reader;

    @BeforeEach
    void readerThatIsLive() throws IOException {
        var outbox = new SendBuffer(2 * event(1).frame().length);
        var context = proxy(AsyncContext.class, proxy(ServletResponse.class, connection));
        var wire = new SseConnection(context, () -> {}, outbox);
        reader = new Subscriber(
                "tenant", "token", () -> Optional.of(Topic.session(SESSION)), 0, catchingUp::add, outbox, wire);
        reader.findInterest();
        reader.goLive();
    }

    /** Something of the server's that answers what is asked of it here. */
    private static <T> T proxy(Class<T> type, Object answer) {
        InvocationHandler answers =
                (self, method, arguments) -> method.getReturnType().isInstance(answer) ? answer : null;
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
    }

    private static LoggedEvent event(long position) {
        return LoggedEvent.of(position, 1, 1, SESSION, "MessageAppended", "{}".getBytes());
    }

    private void assertGiven(long last) {
        connection.takes = true;
        reader.pump();
        var expected = LongStream.rangeClosed(1, last)
                .mapToObj(position -> new String(event(position).frame()))
                .collect(Collectors.joining());
        assertEquals(expected, connection.taken.toString());
    }

    @Test
    void whoIsLiveTakesWhatIsHandedOut() {
        assertTrue(reader.offer(event(1)));
        assertTrue(reader.offer(event(2)));
        assertGiven(2);
    }

    @Test
    void whatWasHandedOutTwiceIsGivenOnce() {
        reader.offer(event(1));
        assertTrue(reader.offer(event(1)));
        assertTrue(reader.offer(event(2)));
        assertGiven(2);
    }

    /** Its connection takes what waited in the midst of a handing out: what comes then has others before it. */
    @Test
    void whoFellBehindIsGivenNothingUntilItIsBroughtBack() {
        reader.offer(event(1));
        reader.offer(event(2));
        assertFalse(reader.offer(event(3)));
        connection.takes = true;
        reader.pump();
        assertEquals(List.of(reader), catchingUp);
        assertFalse(reader.offer(event(4)));
        assertTrue(reader.bring(event(3)));
        assertTrue(reader.bring(event(4)));
        reader.goLive();
        assertGiven(4);
        assertTrue(reader.offer(event(5)));
        assertGiven(5);
    }

    @Test
    void whoIsFullWhileItIsBroughtBackIsBroughtBackAgain() {
        reader.fallBehind();
        reader.pump();
        assertTrue(reader.bring(event(1)));
        assertTrue(reader.bring(event(2)));
        assertFalse(reader.bring(event(3)));
        assertFalse(reader.bring(event(4)));
        connection.takes = true;
        reader.pump();
        assertEquals(List.of(reader, reader), catchingUp);
        assertTrue(reader.bring(event(3)));
        assertTrue(reader.bring(event(4)));
        assertGiven(4);
    }

    /** Several tell how a session is: at the end of the log, each second, when a compaction begins. */
    @Test
    void whatWasReadLastIsToldLast() throws InterruptedException {
        var statuses = new SlowStatuses();
        statuses.tell(List.of(reader));
        statuses.other.join();
        connection.takes = true;
        reader.pump();
        assertTrue(connection
                .taken
                .toString()
                .endsWith(new String(SlowStatuses.status(2).frame())));
    }

    /** Its first reader has been overtaken by another one, or that one waits, before it tells what it has read. */
    private final class SlowStatuses extends StatusEvents {
        private final Thread other = new Thread(() -> tell(List.of(reader)));
        private final AtomicInteger reads = new AtomicInteger();

        private static Status status(int read) {
            return new Status(false, read, null);
        }

        @Override
        Map<Long, Status> of(Collection<Long> sessions) {
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
