package dev.coppice.openapi;

import com.fasterxml.jackson.databind.JsonNode;

/** An operation of the document: one method of one path. */
public record Operation(String method, String template, JsonNode node) {

    /** Whether an encoded request path matches the path of this operation. */
    boolean covers(String requestMethod, String path) {
        if (!method.equals(requestMethod)) {
            return false;
        }
        var expected = template.split("/", -1);
        var actual = path.split("/", -1);
        if (expected.length != actual.length) {
            return false;
        }
        for (var i = 0; i < expected.length; i++) {
            if (expected[i].startsWith("{") ? actual[i].isEmpty() : !expected[i].equals(actual[i])) {
                return false;
            }
        }
        return true;
    }

    /** Method and path, without the names of the path's parameters. */
    String route() {
        return route(method, template);
    }

    static String route(String method, String path) {
        return method + " " + path.replaceAll("\\{[^/]*}", "{}").replaceAll("(?<=.)/$", "");
    }

    @Override
    public String toString() {
        return method + " " + template;
    }
}
