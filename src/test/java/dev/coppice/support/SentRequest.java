package dev.coppice.support;

import java.net.URI;
import java.util.List;
import java.util.Map;

/** A request as it was sent; the body is empty if there was none. */
public record SentRequest(String method, URI uri, Map<String, List<String>> headers, byte[] body) {

    @Override
    public String toString() {
        return method + " " + uri + (body.length == 0 ? "" : " " + HttpAnswer.shorten(body));
    }
}
