package dev.coppice.feed;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sends the buffered frames of one client over its connection, as fast as the client reads. Sending never blocks, so a
 * client does not occupy a thread. Thread-safe.
 */
final class SseConnection implements WriteListener {
    private static final Logger LOG = Logger.getLogger(SseConnection.class.getName());

    /** Maximum number of bytes in one write. The server copies what the connection does not accept at once. */
    private static final int WRITE_SIZE = 16 << 10;

    private final AsyncContext context;
    private final ServletOutputStream out;
    private final Runnable abort;
    private final SendBuffer sendBuffer;

    /** Called when the connection can accept more data, and after it has failed. */
    private Runnable onChange = () -> {};

    private long writableAt = System.nanoTime();
    private boolean ending;
    private boolean over;

    /**
     * Creates the connection of one client.
     *
     * @param abort closes the connection at once, without completing the response
     */
    SseConnection(AsyncContext context, Runnable abort, SendBuffer sendBuffer) throws IOException {
        this.context = context;
        this.out = context.getResponse().getOutputStream();
        this.abort = abort;
        this.sendBuffer = sendBuffer;
    }

    /** Starts the stream. From then on, the server calls back when the connection can accept more data. */
    void open(Runnable listener) {
        onChange = listener;
        out.setWriteListener(this);
    }

    /** Sends buffered frames while the connection accepts data. {@link #onWritePossible} sends the rest later. */
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

    /**
     * Sends buffered frames while the connection accepts data. Returns true if all frames were sent and the stream
     * should end.
     */
    private synchronized boolean sendBuffered() throws IOException {
        boolean written = false;
        // The call of isReady() also requests a callback from the server for the time when the connection is ready
        // again.
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

    /** Ends the stream after all buffered frames have been sent. */
    void endAfterSending() {
        synchronized (this) {
            ending = true;
        }
        send();
    }

    /**
     * Ends the stream at once; buffered frames are not sent. If the connection accepts data, the response is completed;
     * otherwise the connection is aborted.
     */
    void close() {
        boolean ready;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            ready = out.isReady();
        }
        // Outside of the lock, because the server may call back at once.
        try {
            if (!ready) {
                abort.run();
            }
            context.complete();
        } catch (IllegalStateException e) {
            LOG.log(Level.FINE, "A stream of the feed had already ended", e);
        }
    }

    /**
     * Aborts the connection when the server stops. Makes no other call, because parts of a stopping server are no
     * longer usable.
     */
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

    /** Returns the nanoseconds since the connection was last ready to accept data. */
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
