package dev.coppice.http;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Reads the body of the request within a limit, with or without a {@code Content-Length}. For a large body, or a large
 * answer that is built in memory, it reserves memory of the {@link MemoryBudget} until the request has been answered. Not
 * thread-safe.
 */
@RequestScoped
public class BodyReader {
    /**
     * Bodies up to this size, in bytes, need no reservation of memory: the number of threads limits their total size.
     */
    private static final int SMALL = 64 << 10;

    @Inject
    private MemoryBudget budget;

    private int reserved;

    /**
     * Reads all bytes of the body; 413 {@code too-large} if the body exceeds the limit, without reading it if {@code
     * Content-Length} already exceeds the limit. 503 {@code busy} if no memory becomes free within {@code
     * coppice.session.queue-wait}.
     *
     * @param length the header {@code Content-Length}, or null
     * @param limit in bytes
     */
    public byte[] read(InputStream stream, String length, int limit) {
        long announced = announcedLength(length);
        if (announced > limit) {
            throw tooLarge(limit);
        }
        try {
            int small = Math.min(SMALL, limit);
            var head = stream.readNBytes(small + 1);
            if (head.length <= small) {
                return head;
            }
            reserved = budget.reserve(announced < 0 ? limit : announced);
            var rest = stream.readNBytes(limit + 1 - head.length);
            if (head.length + rest.length > limit) {
                throw tooLarge(limit);
            }
            var body = Arrays.copyOf(head, head.length + rest.length);
            System.arraycopy(rest, 0, body, head.length, rest.length);
            return body;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reserves memory until the request has been answered, if {@code bytes} is large and the request has no reservation yet.
     * 503 {@code busy} if no memory becomes free within {@code coppice.session.queue-wait}.
     */
    public void reserveMemory(long bytes) {
        if (bytes > SMALL && reserved == 0) {
            reserved = budget.reserve(bytes);
        }
    }

    @PreDestroy
    void release() {
        if (reserved > 0) {
            budget.release(reserved);
        }
    }

    /**
     * Returns the number in the header {@code Content-Length}, or -1 if it is missing or not a number. A number of ten
     * or more digits, which exceeds every limit, becomes {@code Long.MAX_VALUE}.
     */
    private static long announcedLength(String length) {
        if (length == null || !length.matches("\\d+")) {
            return -1;
        }
        return length.length() > 9 ? Long.MAX_VALUE : Long.parseLong(length);
    }

    private static Problem tooLarge(int limit) {
        return new Problem(Code.TOO_LARGE, "The body must not have more than " + limit + " bytes.");
    }

    /** Checks the media type of an optional body; throws 415 {@code not-json} if there is a body that is not JSON. */
    public static void checkJson(byte[] body, MediaType type) {
        if (body.length > 0 && (type == null || !MediaType.APPLICATION_JSON_TYPE.isCompatible(type))) {
            throw new Problem(Code.NOT_JSON, "Send the body as application/json.");
        }
    }

    /**
     * Checks the body of a route that needs none; throws 400 {@code malformed} or {@code unknown-field} unless it is
     * missing or an empty JSON object.
     */
    public static void checkEmpty(byte[] body) {
        if (body.length > 0) {
            var in = JsonInput.of(body);
            in.document(field -> in.unknown());
        }
    }
}
