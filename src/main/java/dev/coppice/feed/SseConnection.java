package dev.coppice.feed;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sends the buffered frames of one client over its connection, as fast as the client reads. It never blocks, so that no
 * thread belongs to a client. Thread-safe.
 */
final class SseConnection implements WriteListener {
    private static final Logger LOG = Logger.getLogger(SseConnection.class.getName());

    /** Bytes of one write; the server copies what the connection does not accept at once. */
    private static final int WRITE_SIZE = 16 << 10;

    private final AsyncContext context;
    private final ServletOutputStream out;
    private final Runnable abort;
    private final SendBuffer sendBuffer;

    /** Called when the connection accepts more data, and when it has ended. */
    private Runnable onChange = () -> {};

    private long writableAt = System.nanoTime();
    private boolean ending;
    private boolean over;

    /** @param abort closes the connection without an orderly end */
    SseConnection(AsyncContext context, Runnable abort, SendBuffer sendBuffer) throws IOException {
        this.context = context;
        this.out = context.getResponse().getOutputStream();
        this.abort = abort;
        this.sendBuffer = sendBuffer;
    }

    /** Starts the stream; from now on the server calls back whenever the connection accepts more data. */
    void open(Runnable listener) {
        onChange = listener;
        out.setWriteListener(this);
    }

    /** Sends buffered frames while the connection accepts them; the callback sends the rest. */
    void send() {
        try {
            if (sendBuffered()) {
                close();
            }
        } catch (IOException | IllegalStateException e) {
            LOG.log(Level.FINE, "A client of the feed has disconnected", e);
            close();
        }
    }

    /** Returns true when all frames were sent and the stream is to end. */
    private synchronized boolean sendBuffered() throws IOException {
        boolean written = false;
        // isReady() also makes the server call back when the connection is ready again.
        while (!over && out.isReady()) {
            writableAt = System.nanoTime();
            var frames = sendBuffer.take(WRITE_SIZE);
            if (frames == null) {
                if (written) {
                    out.flush();
                }
                return ending;
            }
            out.write(frames);
            written = true;
        }
        return false;
    }

    /** Ends the stream when all buffered frames have been sent. */
    void endAfterSending() {
        synchronized (this) {
            ending = true;
        }
        send();
    }

    /** Ends the stream now, with buffered frames unsent: orderly if the connection accepts data, else by aborting it. */
    void close() {
        boolean ready;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            ready = out.isReady();
        }
        // Not under the lock: the server may call back at once.
        try {
            if (!ready) {
                abort.run();
            }
            context.complete();
        } catch (IllegalStateException e) {
            LOG.log(Level.FINE, "A stream of the feed had already ended", e);
        }
    }

    /** Aborts the connection and calls nothing else: parts of a stopping server are no longer usable. */
    void abort() {
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

    /** Nanoseconds since the connection has last accepted data, or would have accepted it. */
    synchronized long idleNanos() {
        return System.nanoTime() - writableAt;
    }

    @Override
    public void onWritePossible() {
        send();
        onChange.run();
    }

    @Override
    public void onError(Throwable failure) {
        LOG.log(Level.FINE, "A client of the feed has disconnected", failure);
        close();
        onChange.run();
    }
}
