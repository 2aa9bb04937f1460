package dev.coppice.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.util.List;

/**
 * A page of a list: {@code {items, nextCursor}}; the cursor is null on the last page.
 *
 * @param nextCursor value of the parameter {@code cursor} for the next page, or null
 */
public record Page<T extends JsonBody>(List<T> items, String nextCursor) implements JsonBody {
    /** Maximum number of items on a page. A page of this size can be built in memory. */
    public static final int MAX_LIMIT = 200;

    public static final int DEFAULT_LIMIT = 50;

    /**
     * Parses the query parameter {@code limit}; null means the default. Throws 400 {@code out-of-range} outside 1 to
     * 200.
     */
    public static int limit(String limit) {
        return limit == null ? DEFAULT_LIMIT : (int) Parameters.number("limit", limit, 1, MAX_LIMIT);
    }

    /**
     * Returns how many of the available items, from the first one, fit on a page of at most {@code limit} items and
     * {@code maxBytes} bytes. It is at least 1 if an item is available.
     *
     * @param bytes sizes of the available items, in their order
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
     * Returns the response with status 200. If there is a next page, the header {@code Link} (RFC 8288) points to it.
     */
    public Response toResponse(UriInfo uri) {
        return linked(this, nextCursor, uri);
    }

    /** Like {@link #toResponse}, for a body that is no {@link Page}. */
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
