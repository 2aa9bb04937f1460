package dev.coppice.client;

import java.net.http.HttpResponse;

/**
 * The successful answer to a request of {@link Coppice#send}.
 *
 * @param status the HTTP status, below 300
 * @param version the version in the header {@code ETag}; null if the answer has no such header
 * @param json the body; an empty text if there is none
 */
public record Answer(int status, Long version, String json) {

    static Answer of(HttpResponse<?> response, String body) {
        var version = response.headers()
                .firstValue("ETag")
                .filter(tag -> tag.matches("\"\\d{1,18}\""))
                .map(tag -> Long.valueOf(tag.substring(1, tag.length() - 1)));
        return new Answer(response.statusCode(), version.orElse(null), body);
    }
}
