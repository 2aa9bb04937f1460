package dev.coppice.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Finds the envelopes in the requests of the document: JSON objects that have no other members than the declared ones.
 * Merge patches are left out, because null removes a value there.
 */
public final class RequestEnvelopes {
    private static final Set<String> METHODS = Set.of("POST", "PUT");

    private final Document document = Document.load();

    /** A request of an operation: an example of the document, with all placeholders of the path replaced. */
    public record Request(Operation operation, String path, JsonNode schema, JsonNode example) {
        /** The operation's id. */
        public String id() {
            return operation.node().path("operationId").asText();
        }

        @Override
        public String toString() {
            return operation + " " + example;
        }
    }

    /**
     * An optional member of an envelope.
     *
     * @param envelope JSON pointer to the envelope in the request's example
     */
    public record Member(Request request, String envelope, String name) {
        /** The example with the member set to null. */
        public String withNull() {
            var copy = request.example.deepCopy();
            ((ObjectNode) copy.at(envelope)).putNull(name);
            return copy.toString();
        }

        /** The example without the member. */
        public String without() {
            var copy = request.example.deepCopy();
            ((ObjectNode) copy.at(envelope)).remove(name);
            return copy.toString();
        }

        @Override
        public String toString() {
            return envelope + "/" + name + " in " + request;
        }
    }

    /** All requests with a JSON body that is an envelope, one for each example. */
    public List<Request> requests() {
        var requests = new ArrayList<Request>();
        for (var operation : document.operations()) {
            var body = document.resolve(operation.node().path("requestBody"));
            var json = body.path("content").path("application/json");
            if (METHODS.contains(operation.method()) && isEnvelope(document.resolve(json.path("schema")))) {
                var path = path(operation);
                examples(json)
                        .forEach(example -> requests.add(new Request(operation, path, json.path("schema"), example)));
            }
        }
        return requests;
    }

    private List<JsonNode> examples(JsonNode media) {
        var examples = new ArrayList<JsonNode>();
        if (media.has("example")) {
            examples.add(media.get("example"));
        }
        media.path("examples")
                .forEach(named -> examples.add(document.resolve(named).path("value")));
        return examples;
    }

    private String path(Operation operation) {
        var path = operation.template();
        var item = document.root().path("paths").path(operation.template());
        for (var reference : item.path("parameters")) {
            var parameter = document.resolve(reference);
            path = path.replace(
                    "{" + parameter.path("name").asText() + "}",
                    parameter.path("example").asText());
        }
        return path;
    }

    /** The optional members of all envelopes in a request's example. */
    public List<Member> optionalMembers(Request request) {
        var members = new ArrayList<Member>();
        visit(request, request.schema, request.example, "", members, new LinkedHashSet<>());
        return members;
    }

    /** The schemas of the envelopes that a request's example shows. */
    public Set<JsonNode> shown(Request request) {
        var shown = new LinkedHashSet<JsonNode>();
        visit(request, request.schema, request.example, "", new ArrayList<>(), shown);
        return shown;
    }

    private void visit(
            Request request,
            JsonNode schema,
            JsonNode value,
            String pointer,
            List<Member> members,
            Set<JsonNode> shown) {
        for (var type : alternatives(schema)) {
            if (isEnvelope(type) && value.isObject()) {
                shown.add(type);
                optional(type).forEach(name -> members.add(new Member(request, pointer, name)));
                value.properties()
                        .forEach(member -> visit(
                                request,
                                type.path("properties").path(member.getKey()),
                                member.getValue(),
                                pointer + "/" + member.getKey(),
                                members,
                                shown));
            } else if (type.has("items") && value.isArray()) {
                for (var i = 0; i < value.size(); i++) {
                    visit(request, type.path("items"), value.get(i), pointer + "/" + i, members, shown);
                }
            }
        }
    }

    /** The schemas of all envelopes that requests can contain. */
    public Set<JsonNode> schemas() {
        var found = new LinkedHashSet<JsonNode>();
        requests().forEach(request -> collect(request.schema, found));
        return found;
    }

    private void collect(JsonNode schema, Set<JsonNode> found) {
        for (var type : alternatives(schema)) {
            if (isEnvelope(type) && found.add(type)) {
                type.path("properties").forEach(member -> collect(member, found));
            } else if (type.has("items")) {
                collect(type.path("items"), found);
            }
        }
    }

    /** The optional members of an envelope's schema that do not accept null. */
    List<String> notNullable(JsonNode envelope) {
        return optional(envelope).stream()
                .filter(name -> !document.compile(envelope.path("properties").path(name))
                        .validate(Document.JSON.nullNode())
                        .isEmpty())
                .toList();
    }

    private static List<String> optional(JsonNode envelope) {
        var required = StreamSupport.stream(envelope.path("required").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
        return envelope.path("properties").properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> !required.contains(name))
                .toList();
    }

    private List<JsonNode> alternatives(JsonNode schema) {
        var type = document.resolve(schema);
        var alternatives = new ArrayList<JsonNode>();
        for (var keyword : List.of("allOf", "anyOf", "oneOf")) {
            type.path(keyword).forEach(part -> alternatives.addAll(alternatives(part)));
        }
        return alternatives.isEmpty() ? List.of(type) : alternatives;
    }

    private static boolean isEnvelope(JsonNode schema) {
        return schema.path("additionalProperties").isBoolean()
                && !schema.path("additionalProperties").asBoolean();
    }
}
