package dev.coppice.openapi;

import com.fasterxml.jackson.databind.JsonNode;

/** An operation of the document: one method of one path. */
public record Operation(String method, String template, JsonNode node) {

    /** True when an encoded request path matches the path of this operation. */
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
