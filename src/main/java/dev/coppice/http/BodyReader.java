package dev.coppice.http;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.ContentLength;
import dev.coppice.json.JsonInput;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads the body of the current request, and rejects a body above a limit. The request may or may not have a
 * {@code Content-Length}. For a large body, or for a large response that is built in memory, reserves memory in the
 * {@link MemoryBudget} until the request is answered. Not thread-safe.
 */
@RequestScoped
public class BodyReader {
    /**
     * Maximum size in bytes of a body or response that needs no reservation of memory. The number of threads limits the
     * total memory of such small bodies and responses.
     */
    private static final int SMALL = 64 << 10;

    @Inject
    private MemoryBudget budget;

    /** Tenant of the request; null until memory is reserved. */
    private String tenant;

    /** Number of KiB that are reserved for this request. */
    private int reserved;

    /** Number of bytes of the response for which memory is reserved. */
    private long response;

    /**
     * Returns the bytes of the body. Throws 413 {@code too-large} if the body has more than {@code limit} bytes; if
     * {@code Content-Length} exceeds the limit, throws without reading the body. Throws 503 {@code busy} if the body is
     * larger than 64 KiB and not enough memory becomes free within {@code coppice.session.queue-wait}; 408
     * {@code request-timeout} if the body ends early or is sent too slowly.
     *
     * @param tenant name of the tenant that sends the request
     * @param stream the body
     * @param length value of the header {@code Content-Length}, or null if the request does not have it
     * @param limit maximum number of bytes, inclusive
     */
    public byte[] read(String tenant, InputStream stream, String length, int limit) {
        long announced = ContentLength.of(length);
        if (announced > limit) {
            throw tooLarge(limit);
        }
        try {
            int small = Math.min(SMALL, limit);
            var head = stream.readNBytes(small + 1);
            if (head.length <= small) {
                return head;
            }
            reserve(tenant, announced < 0 ? limit : announced);
            var rest = stream.readNBytes(limit + 1 - head.length);
            if (head.length + rest.length > limit) {
                throw tooLarge(limit);
            }
            var body = Arrays.copyOf(head, head.length + rest.length);
            System.arraycopy(rest, 0, body, head.length, rest.length);
            return body;
        } catch (IOException e) {
            throw incomplete();
        }
    }

    /** Returns the problem 408 {@code request-timeout}, for a request whose body ended early or was sent too slowly. */
    public static Problem incomplete() {
        return new Problem(
                Code.REQUEST_TIMEOUT, "The body of the request did not arrive completely; send the request again.");
    }

    /**
     * Reserves memory for a response that is built in memory, until the request is answered. Does nothing if
     * {@code bytes} is at most 64 KiB, or if at least this size is already reserved for the response. The first
     * reservation of a request waits for free memory. A further reservation does not wait, because requests that hold
     * memory and wait for more could block each other. Throws 503 {@code busy} if there is not enough free memory,
     * after a wait of at most {@code coppice.session.queue-wait}.
     *
     * @param tenant name of the tenant that sends the request
     * @param bytes size of the whole response in bytes, as far as it is known yet
     */
    public void reserveMemory(String tenant, long bytes) {
        if (bytes > SMALL && bytes > response) {
            reserve(tenant, bytes - response);
            response = bytes;
        }
    }

    private void reserve(String tenant, long bytes) {
        this.tenant = tenant;
        reserved += reserved == 0 ? budget.reserve(tenant, bytes) : budget.reserveMore(tenant, bytes, reserved);
    }

    @PreDestroy
    void release() {
        if (reserved > 0) {
            budget.release(tenant, reserved);
        }
    }

    private static Problem tooLarge(int limit) {
        return new Problem(Code.TOO_LARGE, "The body must not have more than " + limit + " bytes.");
    }

    /** Throws 415 {@code not-json} if the body is not empty and its media type is null or not JSON. */
    public static void checkJson(byte[] body, MediaType type) {
        if (body.length > 0 && (type == null || !MediaType.APPLICATION_JSON_TYPE.isCompatible(type))) {
            throw new Problem(Code.NOT_JSON, "Send the body as application/json.");
        }
    }

    /**
     * Checks the body of a request that needs none: the body must be missing or an empty JSON object. Throws 400
     * {@code unknown-field} if it is an object with members, 400 {@code malformed} if it has any other content.
     */
    public static void checkEmpty(byte[] body) {
        if (body.length > 0) {
            var in = JsonInput.of(body);
            in.document(field -> in.unknown());
        }
    }
}
