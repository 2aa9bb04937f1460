package dev.coppice.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** A body of any length, and how much of it was sent. The counts are thread-safe. */
final class Upload {
    private final LongConsumer progress;
    private final AtomicLong bytes = new AtomicLong();

    /** What the body is read from. */
    interface Source {
        InputStream open() throws IOException;
    }

    /**
     * Creates an upload.
     *
     * @param progress called with the number of bytes sent
     */
    Upload(LongConsumer progress) {
        this.progress = progress;
    }

    BodyPublisher of(Source source) {
        return BodyPublishers.ofInputStream(() -> {
            try {
                return counting(source.open());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Returns the number of bytes that were given to the connection. */
    long bytes() {
        return bytes.get();
    }

    private InputStream counting(InputStream source) {
        return new FilterInputStream(source) {
            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                int count = super.read(buffer, offset, length);
                progress.accept(bytes.addAndGet(Math.max(0, count)));
                return count;
            }
        };
    }
}
