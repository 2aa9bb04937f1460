package dev.coppice.feed;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The connection of one client. It takes from the outbox what the connection takes, and never waits for it: no thread
 * belongs to a client. Thread-safe.
 */
final class SseConnection implements WriteListener {
    private static final Logger LOG = Logger.getLogger(SseConnection.class.getName());

    /** Bytes a write: what a connection does not take of them is copied once. */
    private static final int PIECE = 16 << 10;

    private final AsyncContext context;
    private final ServletOutputStream out;
    private final Runnable abort;
    private final SendBuffer sendBuffer;

    /** Told that the connection has taken something, or has ended. */
    private Runnable changed = () -> {};

    private long takenAt = System.nanoTime();
    private boolean ending;
    private boolean over;

    /** @param abort breaks the connection */
    SseConnection(AsyncContext context, Runnable abort, SendBuffer sendBuffer) throws IOException {
        this.context = context;
        this.out = context.getResponse().getOutputStream();
        this.abort = abort;
        this.sendBuffer = sendBuffer;
    }

    /** Begins; from now on the server calls whenever the connection takes more. */
    void open(Runnable whenChanged) {
        changed = whenChanged;
        out.setWriteListener(this);
    }

    /** Sends what waits, as far as the connection takes it now; the rest when it takes more. */
    void send() {
        try {
            if (sent()) {
                cut();
            }
        } catch (IOException | IllegalStateException e) {
            LOG.log(Level.FINE, "A client of the feed is gone", e);
            cut();
        }
    }

    /** True when everything was sent, and nothing more shall be. */
    private synchronized boolean sent() throws IOException {
        boolean written = false;
        // Asking whether it is ready is also what makes the server call when it is.
        while (!over && out.isReady()) {
            takenAt = System.nanoTime();
            var piece = sendBuffer.take(PIECE);
            if (piece == null) {
                if (written) {
                    out.flush();
                }
                return ending;
            }
            out.write(piece);
            written = true;
        }
        return false;
    }

    /** Ends the stream when everything that waits has been sent. */
    void end() {
        synchronized (this) {
            ending = true;
        }
        send();
    }

    /** Ends the stream now, whatever waits: in an orderly way if the connection is free, else by breaking it. */
    void cut() {
        boolean free;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            free = out.isReady();
        }
        // Without the lock: the server may call back at once.
        try {
            if (!free) {
                abort.run();
            }
            context.complete();
        } catch (IllegalStateException e) {
            LOG.log(Level.FINE, "A stream of the feed had ended already", e);
        }
    }

    /** Breaks the connection, and does nothing besides: of a server that stops, half is gone already. */
    void hangUp() {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        abort.run();
    }

    synchronized boolean isOver() {
        return over;
    }

    /** Nanoseconds since the connection has taken something, or could have. */
    synchronized long idle() {
        return System.nanoTime() - takenAt;
    }

    @Override
    public void onWritePossible() {
        send();
        changed.run();
    }

    @Override
    public void onError(Throwable failure) {
        LOG.log(Level.FINE, "A client of the feed is gone", failure);
        cut();
        changed.run();
    }
}
