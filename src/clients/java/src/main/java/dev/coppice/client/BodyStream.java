package dev.coppice.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The body of a response, which can be read while it arrives. At most a few buffers are in memory. In contrast to the
 * streams of the JDK, reading fails if no byte arrives for some time, for example because the server has crashed. Only
 * one thread may read; any thread may close the stream.
 */
final class BodyStream extends InputStream implements BodySubscriber<BodyStream> {
    private static final Object END = new Object();

    private final Duration patience;
    private final BlockingQueue<Object> arrived = new LinkedBlockingQueue<>();
    private List<ByteBuffer> current = List.of();
    private int index;
    private boolean ended;
    private Subscription subscription;
    private boolean closed;
    private volatile boolean complete;

    /**
     * Creates a stream, to which the HTTP client adds the bytes that arrive.
     *
     * @param patience maximum time for which a read waits for the next bytes
     */
    BodyStream(Duration patience) {
        this.patience = patience;
    }

    @Override
    public CompletionStage<BodyStream> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public synchronized void onSubscribe(Subscription added) {
        subscription = added;
        if (closed) {
            added.cancel();
        } else {
            added.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        arrived.add(buffers);
    }

    @Override
    public void onError(Throwable error) {
        complete = true;
        arrived.add(error);
    }

    @Override
    public void onComplete() {
        complete = true;
        arrived.add(END);
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /**
     * Waits until at least one byte has arrived, and reads those that have arrived. Returns their number; -1 at the end
     * of the body. Throws an {@code IOException} if the connection is lost or no byte arrives in time.
     */
    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (!ended) {
            for (; index < current.size(); index++) {
                var buffer = current.get(index);
                if (buffer.hasRemaining()) {
                    int count = Math.min(length, buffer.remaining());
                    buffer.get(target, offset, count);
                    return count;
                }
            }
            next();
        }
        return -1;
    }

    @SuppressWarnings("unchecked")
    private void next() throws IOException {
        var next = poll();
        if (next instanceof Throwable error) {
            throw new IOException("The connection was lost", error);
        }
        ended = next == END;
        current = ended ? List.of() : (List<ByteBuffer>) next;
        index = 0;
        if (!ended) {
            request();
        }
    }

    private Object poll() throws IOException {
        try {
            var next = arrived.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (next == null) {
                close();
                throw new HttpTimeoutException("No byte for " + patience.toSeconds() + " s");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            throw new InterruptedIOException("Interrupted");
        }
    }

    private synchronized void request() {
        if (!closed) {
            subscription.request(1);
        }
    }

    /**
     * Closes the stream. A read that is waiting returns -1. Closes the connection if a part of the body has not arrived
     * yet.
     */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (subscription != null && !complete) {
                subscription.cancel();
            }
        }
        arrived.add(END);
    }
}
