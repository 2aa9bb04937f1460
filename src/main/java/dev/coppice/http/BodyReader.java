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
 * Reads the request's body within a limit, whether its length was announced or not. A large one, and a large answer that is
 * made in memory, keeps its place in the {@link MemoryBudget} until the request has been answered.
 */
@RequestScoped
public class BodyReader {
    /** Bodies up to this size do not count: threads bound them. */
    private static final int SMALL = 64 << 10;

    @Inject
    private MemoryBudget room;

    private int places;

    /**
     * All bytes of the body; 413 {@code too-large} beyond the limit, before reading when the length is announced.
     *
     * @param length the header {@code Content-Length}, or null
     */
    public byte[] read(InputStream stream, String length, int limit) {
        long announced = announced(length);
        if (announced > limit) {
            throw tooLarge(limit);
        }
        try {
            int first = Math.min(SMALL, limit);
            var head = stream.readNBytes(first + 1);
            if (head.length <= first) {
                return head;
            }
            places = room.enter(announced < 0 ? limit : announced);
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
     * Finds room for what else is in memory until the request has been answered, if it is large; once for a request. 503
     * {@code busy} when there is none for as long as writers wait.
     */
    public void hold(long bytes) {
        if (bytes > SMALL && places == 0) {
            places = room.enter(bytes);
        }
    }

    @PreDestroy
    void end() {
        if (places > 0) {
            room.leave(places);
        }
    }

    /** The length in the header, -1 without one; more than an int holds is more than any limit. */
    private static long announced(String length) {
        if (length == null || !length.matches("\\d+")) {
            return -1;
        }
        return length.length() > 9 ? Long.MAX_VALUE : Long.parseLong(length);
    }

    private static Problem tooLarge(int limit) {
        return new Problem(Code.TOO_LARGE, "The body may have " + limit + " bytes.");
    }

    /** For a route whose body may be missing: 415 {@code not-json} when there is one of another type. */
    public static void checkJson(byte[] body, MediaType type) {
        if (body.length > 0 && (type == null || !MediaType.APPLICATION_JSON_TYPE.isCompatible(type))) {
            throw new Problem(Code.NOT_JSON, "Send the body as application/json.");
        }
    }

    /** For a route that takes no body; an empty object is nothing too. */
    public static void checkEmpty(byte[] body) {
        if (body.length > 0) {
            var in = JsonInput.of(body);
            in.document(field -> in.unknown());
        }
    }
}
