package dev.coppice.openapi;

import java.util.Map;
import java.util.TreeMap;

/** A request and its answer. The path is encoded and has no query; header names are case-insensitive. */
public record Exchange(
        String method,
        String path,
        String sentType,
        byte[] sent,
        int status,
        Map<String, String> headers,
        byte[] body) {

    public Exchange {
        var copy = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        headers = copy;
    }

    /** The value of an answer's header, or null. */
    String header(String name) {
        return headers.get(name);
    }

    String contentType() {
        return header("Content-Type");
    }
}
