package dev.coppice.feed;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sends the buffered frames of one client over its connection, as fast as the client accepts them. Sending never
 * blocks, so a connection occupies no thread. Thread-safe.
 */
final class SseConnection implements WriteListener {
    private static final Logger LOG = Logger.getLogger(SseConnection.class.getName());

    /**
     * Maximum number of bytes in one write. A write is larger if it consists of a single larger frame, or if it ends
     * with a status (see {@link SendBuffer#take}). WildFly copies bytes that the connection does not accept
     * immediately, so this number limits the memory for a slow client.
     */
    private static final int WRITE_SIZE = 16 << 10;

    private final AsyncContext context;
    private final ServletOutputStream out;
    private final Runnable abort;
    private final SendBuffer sendBuffer;

    /**
     * Called after the server has called {@link #onWritePossible} and buffered frames were sent, or has called
     * {@link #onError} because the connection has failed.
     */
    private Runnable onChange = () -> {};

    /** Value of {@code System.nanoTime()} when the connection was last ready to accept data. */
    private long writableAt = System.nanoTime();
    /** True if the event stream must end as soon as all buffered frames have been sent. */
    private boolean ending;
    /** True if the stream has ended. */
    private boolean over;

    /**
     * Creates the connection of one client. {@link #open} must be called next.
     *
     * @param context the suspended request
     * @param abort closes the connection immediately, without completing the response
     * @param sendBuffer the frames to send
     */
    SseConnection(AsyncContext context, Runnable abort, SendBuffer sendBuffer) throws IOException {
        this.context = context;
        this.out = context.getResponse().getOutputStream();
        this.abort = abort;
        this.sendBuffer = sendBuffer;
    }

    /**
     * Starts the event stream. From then on, the server calls {@link #onWritePossible} when the connection can accept
     * more data.
     *
     * @param listener called after each call of {@link #onWritePossible}, and after the connection has failed
     */
    void open(Runnable listener) {
        onChange = listener;
        out.setWriteListener(this);
    }

    /**
     * Sends buffered frames as long as the connection accepts data; {@link #onWritePossible} sends the rest later. Ends
     * the stream if the client has disconnected. Also ends it if {@link #endAfterSending} was called and all frames
     * were sent. Never blocks.
     */
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
     * Sends buffered frames as long as the connection accepts data. Returns true if the stream must end now: all frames
     * were sent, and {@link #endAfterSending} was called.
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

    /** Makes the event stream end as soon as all buffered frames have been sent. Returns without waiting. */
    void endAfterSending() {
        synchronized (this) {
            ending = true;
        }
        send();
    }

    /**
     * Ends the event stream immediately; buffered frames are not sent. If the connection accepts data, the response is
     * completed. Otherwise the connection is aborted.
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
     * Aborts the connection because the server stops; buffered frames are not sent. Does not call {@link #onChange},
     * because other parts of a stopping server may no longer work.
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

    /** True if the stream has ended. */
    synchronized boolean isOver() {
        return over;
    }

    /**
     * Returns the nanoseconds since the connection was last found ready to accept data. If it was never ready, returns
     * the nanoseconds since it was created.
     */
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
