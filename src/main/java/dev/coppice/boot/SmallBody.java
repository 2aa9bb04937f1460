package dev.coppice.boot;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.io.IoCallback;
import io.undertow.io.Sender;
import io.undertow.server.Connectors;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.xnio.ChannelListener;
import org.xnio.IoUtils;
import org.xnio.XnioExecutor;
import org.xnio.channels.StreamSourceChannel;

/**
 * Reads the beginning of a request's body on the connection's I/O thread, and passes the request on when the body is
 * complete or fills one buffer of the server (16 KiB). Until then the request occupies no worker thread. If the body
 * does not arrive in time, or the client ends the connection, answers 408 and closes the connection. Used by the I/O
 * thread alone.
 */
final class SmallBody implements ChannelListener<StreamSourceChannel> {
    private static final ServerError TIMEOUT = new ServerError(
            StatusCodes.REQUEST_TIME_OUT,
            "request-timeout",
            "The body did not arrive in time",
            "The body of the request did not arrive completely; send the request again.");

    private final HttpServerExchange exchange;
    private final HttpHandler next;
    private final AtomicInteger count;
    private final StreamSourceChannel channel;

    /** The bytes that have arrived; null as long as there are none, so that a silent client costs no memory. */
    private PooledByteBuffer bytes;

    private XnioExecutor.Key deadline;

    private SmallBody(HttpServerExchange exchange, HttpHandler next, AtomicInteger count) {
        this.exchange = exchange;
        this.next = next;
        this.count = count;
        this.channel = exchange.getRequestChannel();
    }

    /**
     * Passes a request on when its body has arrived: immediately if the body is there already.
     *
     * @param exchange the request, whose body nobody has read yet
     * @param next the handler that processes the request
     * @param timeout longest time to wait for the body
     * @param count number of requests that wait in this way; greater by one while this request waits
     */
    static void receive(HttpServerExchange exchange, HttpHandler next, Duration timeout, AtomicInteger count)
            throws Exception {
        var body = new SmallBody(exchange, next, count);
        boolean isThere;
        try {
            isThere = body.read();
        } catch (IOException e) {
            body.refuse();
            return;
        }
        if (isThere) {
            body.giveBack();
            next.handleRequest(exchange);
        } else {
            body.await(timeout);
        }
    }

    /** Reads what has arrived. Returns true if the body is complete or the buffer is full. */
    private boolean read() throws IOException {
        if (bytes == null) {
            bytes = exchange.getConnection().getByteBufferPool().allocate();
        }
        var buffer = bytes.getBuffer();
        int read;
        do {
            read = channel.read(buffer);
        } while (read > 0 && buffer.hasRemaining());
        if (buffer.position() == 0) {
            free();
        }
        return read != 0;
    }

    private void await(Duration timeout) {
        count.incrementAndGet();
        deadline = exchange.getIoThread().executeAfter(this::expire, timeout.toMillis(), TimeUnit.MILLISECONDS);
        channel.getReadSetter().set(this);
        channel.resumeReads();
    }

    /** Continues when more bytes have arrived. */
    @Override
    public void handleEvent(StreamSourceChannel source) {
        try {
            if (read()) {
                end();
                giveBack();
                Connectors.executeRootHandler(next, exchange);
            }
        } catch (IOException e) {
            end();
            refuse();
        }
    }

    private void expire() {
        end();
        refuse();
    }

    private void end() {
        count.decrementAndGet();
        deadline.remove();
        channel.getReadSetter().set(null);
        channel.suspendReads();
    }

    /** Gives the bytes back to the request, whose body is then read from its first byte. */
    private void giveBack() {
        if (bytes != null) {
            bytes.getBuffer().flip();
            Connectors.ungetRequestBytes(exchange, bytes);
            bytes = null;
        }
        Connectors.resetRequestChannel(exchange);
    }

    private void free() {
        if (bytes != null) {
            bytes.close();
            bytes = null;
        }
    }

    private void refuse() {
        free();
        TIMEOUT.send(exchange, new IoCallback() {
            @Override
            public void onComplete(HttpServerExchange ended, Sender sender) {
                IoUtils.safeClose(ended.getConnection());
                ended.endExchange();
            }

            @Override
            public void onException(HttpServerExchange ended, Sender sender, IOException e) {
                onComplete(ended, sender);
            }
        });
    }
}
