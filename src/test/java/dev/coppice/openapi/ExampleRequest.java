package dev.coppice.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.support.Api;
import dev.coppice.support.HttpCall;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A request that is made of the examples of the document. Immutable.
 *
 * @param path values of the path's parameters by name, not encoded
 * @param query parameters that are sent, by name
 * @param type media type of the body; null if there is none
 * @param body an example of the document; empty if it has none
 */
public record ExampleRequest(
        Operation operation, Map<String, String> path, Map<String, String> query, String type, String body) {
    private static final Document DOCUMENT = Document.load();
    private static final String NAME = "name";

    public ExampleRequest {
        path = Collections.unmodifiableMap(new TreeMap<>(path));
        query = Collections.unmodifiableMap(new TreeMap<>(query));
    }

    /** One request for each example of a body, one for each operation without a body, in the document's order. */
    public static List<ExampleRequest> all() {
        return DOCUMENT.operations().stream().flatMap(ExampleRequest::of).toList();
    }

    /** The first request of each operation. */
    public static List<ExampleRequest> firsts() {
        return DOCUMENT.operations().stream()
                .map(operation -> of(operation).findFirst().orElseThrow())
                .toList();
    }

    private static Stream<ExampleRequest> of(Operation operation) {
        var path = new TreeMap<String, String>();
        var query = new TreeMap<String, String>();
        for (var parameter : parameters(operation)) {
            var name = parameter.path(NAME).asText();
            if (isIn(parameter, "path")) {
                path.put(name, example(parameter));
            } else if (isIn(parameter, "query") && parameter.path("required").asBoolean()) {
                query.put(name, example(parameter));
            }
        }
        var content = DOCUMENT.resolve(operation.node().path("requestBody")).path("content");
        if (content.isEmpty()) {
            return Stream.of(new ExampleRequest(operation, path, query, null, ""));
        }
        return content.properties().stream().flatMap(media -> bodies(media.getValue())
                .map(body -> new ExampleRequest(operation, path, query, media.getKey(), body)));
    }

    private static boolean isIn(JsonNode parameter, String place) {
        return parameter.path("in").asText().equals(place);
    }

    private static String example(JsonNode parameter) {
        var example = parameter.path("example");
        return example.isArray() ? example.path(0).asText() : example.asText();
    }

    private static List<JsonNode> parameters(Operation operation) {
        var found = new ArrayList<JsonNode>();
        var item = DOCUMENT.root().path("paths").path(operation.template());
        for (var references : List.of(item.path("parameters"), operation.node().path("parameters"))) {
            references.forEach(reference -> found.add(DOCUMENT.resolve(reference)));
        }
        return found;
    }

    private static Stream<String> bodies(JsonNode media) {
        if (media.path("examples").isEmpty()) {
            return Stream.of(text(media.path("example")));
        }
        return media.path("examples").properties().stream()
                .map(named -> text(DOCUMENT.resolve(named.getValue()).path("value")));
    }

    private static String text(JsonNode example) {
        return example.isValueNode() || example.isMissingNode() ? example.asText() : example.toString();
    }

    /** The operation's id. */
    public String id() {
        return operation.node().path("operationId").asText();
    }

    /** Names of all parameters of the query that the operation declares. */
    public TreeSet<String> declaredQuery() {
        var names = new TreeSet<String>();
        for (var parameter : parameters(operation)) {
            if (isIn(parameter, "query")) {
                names.add(parameter.path(NAME).asText());
            }
        }
        return names;
    }

    /** Whether everybody may send it, without a token. */
    public boolean isOpen() {
        var security = operation.node().path("security");
        return security.isArray() && security.isEmpty();
    }

    /** Whether it only reads, judged by its method. */
    public boolean isRead() {
        return List.of("GET", "HEAD").contains(operation.method());
    }

    /** The same request with another value for a parameter of the path. */
    public ExampleRequest withPath(String name, String value) {
        var changed = new TreeMap<>(path);
        changed.put(name, value);
        return new ExampleRequest(operation, changed, query, type, body);
    }

    /** The same request with one more parameter of the query. */
    public ExampleRequest withQuery(String name, String value) {
        var changed = new TreeMap<>(query);
        changed.put(name, value);
        return new ExampleRequest(operation, path, changed, type, body);
    }

    /** The request of a client, not yet sent. */
    public HttpCall call(Api api) {
        var target = operation.template();
        for (var parameter : path.entrySet()) {
            target = target.replace("{" + parameter.getKey() + "}", Api.encode(parameter.getValue()));
        }
        var call = api.call(operation.method(), target);
        query.forEach(call::query);
        return type == null ? call : call.body(type, body.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return operation + (query.isEmpty() ? "" : " " + query) + (body.isEmpty() ? "" : " " + body);
    }
}
