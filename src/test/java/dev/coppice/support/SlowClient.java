package dev.coppice.support;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A connection whose client sends the beginning of a request, and then a few bytes at a time, or reads a few bytes of
 * the answer at a time. Nothing here waits, so one thread drives a thousand of them. Not thread-safe.
 */
public final class SlowClient implements Closeable {
    private static final int SMALL_BUFFER = 4096;
    private static final int LONGEST_ANSWER = 1 << 16;

    private final SocketChannel channel;
    private final byte[] step;
    private final ByteBuffer target;
    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private final long start = System.nanoTime();
    private Duration closed;
    private long received;

    private SlowClient(CoppiceServer server, String beginning, String step, int bytesOfStep) {
        this.step = bytes(step);
        this.target = ByteBuffer.allocate(bytesOfStep);
        try {
            channel = SocketChannel.open();
            if (bytesOfStep < SMALL_BUFFER) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, SMALL_BUFFER);
            }
            channel.connect(new InetSocketAddress("127.0.0.1", server.httpPort()));
            channel.write(ByteBuffer.wrap(bytes(beginning)));
            channel.configureBlocking(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client that sends the beginning of a request, and {@code step} again and again. */
    public static SlowClient sending(CoppiceServer server, String beginning, String step) {
        return new SlowClient(server, beginning, step, SMALL_BUFFER);
    }

    /** A client that sends a whole request and reads so many bytes of the answer at a time. */
    public static SlowClient reading(CoppiceServer server, String request, int bytesOfStep) {
        return new SlowClient(server, request, "", bytesOfStep);
    }

    /** True if the whole request was sent, so that only the answer is read slowly. */
    public boolean isReader() {
        return step.length == 0;
    }

    /** Sends a text, which must be shorter than the buffers of the connection. */
    public void send(String text) {
        try {
            channel.write(ByteBuffer.wrap(bytes(text)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends and reads a few bytes. Returns false if the server has closed the connection. */
    public boolean step() {
        if (closed == null) {
            try {
                if (!read()) {
                    channel.write(ByteBuffer.wrap(step));
                }
            } catch (IOException reset) {
                closed = age();
            }
        }
        return closed == null;
    }

    /** Reads what has arrived, at most one step. Returns true if there was something, or the end of the answer. */
    private boolean read() throws IOException {
        target.clear();
        int read = channel.read(target);
        if (read < 0) {
            closed = age();
        } else if (answer.size() < LONGEST_ANSWER) {
            answer.write(target.array(), 0, read);
        }
        received += Math.max(0, read);
        return read != 0;
    }

    /** Reads the rest of the answer without a pause, to the end of the connection, and returns the number of all bytes. */
    public long readToEnd() throws IOException {
        channel.configureBlocking(true);
        try {
            while (closed == null) {
                read();
            }
        } catch (IOException reset) {
            closed = age();
        }
        return received;
    }

    /** The first 64 KiB of what the server has sent. */
    public String answer() {
        return answer.toString(StandardCharsets.UTF_8);
    }

    /** The time from the request until the client noticed that the connection is closed. */
    public Duration closedAfter() {
        return closed;
    }

    /** The time since the request. */
    public Duration age() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
