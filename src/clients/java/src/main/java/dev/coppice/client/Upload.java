package dev.coppice.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** A request body of any length, which counts how many of its bytes were sent. The count may be read by any thread. */
final class Upload {
    private final LongConsumer progress;
    private final AtomicLong bytes = new AtomicLong();

    /** Opens the stream from which the body is read. Called once for each attempt to send the body. */
    interface Source {
        InputStream open() throws IOException;
    }

    /**
     * Creates an upload of which no byte was sent yet.
     *
     * @param progress called with the total number of bytes sent so far, whenever bytes were sent
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

    /** Returns the number of bytes that were passed to the HTTP client so far. */
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
