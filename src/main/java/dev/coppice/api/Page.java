package dev.coppice.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.util.List;

/**
 * A page of a list. Its JSON is {@code {"items":[…],"nextCursor":…}}.
 *
 * @param items the items on the page, in the order of the list; may be empty
 * @param nextCursor value of the query parameter {@code cursor} for the next page; null on the last page
 */
public record Page<T extends JsonBody>(List<T> items, String nextCursor) implements JsonBody {
    /**
     * Maximum value of the query parameter {@code limit}, inclusive, and so the maximum number of items on a page. It
     * keeps a page quick to read and to send.
     */
    public static final int MAX_LIMIT = 200;

    public static final int DEFAULT_LIMIT = 50;

    /**
     * Returns the number in the query parameter {@code limit}; {@link #DEFAULT_LIMIT} if it is null. Throws 400
     * {@code out-of-range} unless it is a whole number from 1 to {@link #MAX_LIMIT}, both inclusive.
     */
    public static int limit(String limit) {
        return limit == null ? DEFAULT_LIMIT : (int) Parameters.number("limit", limit, 1, MAX_LIMIT);
    }

    /**
     * Returns how many of the given items fit on a page of at most {@code limit} items and {@code maxBytes} bytes,
     * counted from the first item. The result is at least 1 if there are items, even if the first item has more bytes.
     *
     * @param bytes sizes of the items in bytes, in the order of the list
     * @param limit maximum number of items, inclusive
     * @param maxBytes maximum size of all items on the page together in bytes, inclusive
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
     * Returns a response with status 200 and this page as its body. If there is a next page, its URI is in the header
     * {@code Link} (RFC 8288) with {@code rel="next"}.
     *
     * @param uri URI of the request
     */
    public Response toResponse(UriInfo uri) {
        return linked(this, nextCursor, uri);
    }

    /**
     * Returns a response with status 200 and a page of any class. If {@code nextCursor} is not null, the URI of the
     * next page is in the header {@code Link} (RFC 8288) with {@code rel="next"}.
     *
     * @param body the page, as JSON
     * @param nextCursor cursor of the next page; null on the last page
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
