package dev.coppice.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.util.List;

/**
 * A page of a list, as JSON {@code {items, nextCursor}}.
 *
 * @param nextCursor value of the query parameter {@code cursor} for the next page; null on the last page
 */
public record Page<T extends JsonBody>(List<T> items, String nextCursor) implements JsonBody {
    /** Maximum number of items on a page. */
    public static final int MAX_LIMIT = 200;

    public static final int DEFAULT_LIMIT = 50;

    /**
     * Returns the number in the query parameter {@code limit}; {@link #DEFAULT_LIMIT} if it is null. Throws 400
     * {@code out-of-range} unless it is a number from 1 to {@link #MAX_LIMIT}.
     */
    public static int limit(String limit) {
        return limit == null ? DEFAULT_LIMIT : (int) Parameters.number("limit", limit, 1, MAX_LIMIT);
    }

    /**
     * Returns how many of the given items, from the first one on, fit on a page of at most {@code limit} items and
     * {@code maxBytes} bytes. It is at least 1 unless there are no items, even if the first one has more bytes.
     *
     * @param bytes sizes of the items, in their order
     */
    public static int fitting(List<Integer> bytes, int limit, long maxBytes) {
        long sum = 0;
        int size = 0;
        while (size < Math.min(limit, bytes.size())) {
            sum += bytes.get(size);
            if (size > 0 && sum > maxBytes) {
                break;
            }
            size++;
        }
        return size;
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("items");
        for (var item : items) {
            item.write(out);
        }
        out.writeEndArray();
        out.writeStringField("nextCursor", nextCursor);
        out.writeEndObject();
    }

    /**
     * Returns the response with status 200 and this page as its body. If there is a next page, the header {@code Link}
     * (RFC 8288) has its URI.
     *
     * @param uri URI of the request
     */
    public Response toResponse(UriInfo uri) {
        return linked(this, nextCursor, uri);
    }

    /**
     * Returns the response with status 200 and a body that has its own form of page. If {@code nextCursor} is not null,
     * the header {@code Link} (RFC 8288) has the URI of the next page.
     *
     * @param uri URI of the request
     */
    public static Response linked(JsonBody body, String nextCursor, UriInfo uri) {
        var response = Response.ok(body);
        if (nextCursor != null) {
            response.link(
                    uri.getRequestUriBuilder()
                            .replaceQueryParam("cursor", nextCursor)
                            .build(),
                    "next");
        }
        return response.build();
    }
}
