package dev.coppice.openapi;

import com.fasterxml.jackson.databind.JsonNode;

/** One method of one path of the document. */
public record Operation(String method, String template, JsonNode node) {

    /** Whether a raw (still encoded) request path is one of this operation's. */
    boolean covers(String requestMethod, String path) {
        if (!method.equals(requestMethod)) {
            return false;
        }
        var wanted = template.split("/", -1);
        var given = path.split("/", -1);
        if (wanted.length != given.length) {
            return false;
        }
        for (var i = 0; i < wanted.length; i++) {
            if (wanted[i].startsWith("{") ? given[i].isEmpty() : !wanted[i].equals(given[i])) {
                return false;
            }
        }
        return true;
    }

    /** The method and the path, whatever the path's parameters are called. */
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
