package dev.coppice.support;

import java.net.URI;
import java.util.List;
import java.util.Map;

/** A sent request; its body is empty if it had none. */
public record SentRequest(String method, URI uri, Map<String, List<String>> headers, byte[] body) {

    @Override
    public String toString() {
        return method + " " + uri + (body.length == 0 ? "" : " " + HttpAnswer.shorten(body));
    }
}
