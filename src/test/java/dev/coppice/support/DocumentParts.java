package dev.coppice.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.Yaml;

/**
 * Splits an OpenAPI document for a generator of requests that tries all combinations of optional parameters, and would
 * otherwise spend its time on the few operations with many. Each part has at most three optional parameters of an
 * operation, each parameter is in one part. The first part has all operations.
 */
final class DocumentParts {
    private static final int OPTIONAL = 3;
    private static final Set<String> METHODS = Set.of("get", "head", "post", "put", "patch", "delete");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonNode document;

    private DocumentParts(JsonNode document) {
        this.document = document;
    }

    /** The parts of a document in YAML, as JSON, without examples of parameters and bodies. */
    static List<String> of(byte[] yaml) {
        Object loaded = new Yaml().load(new String(yaml, StandardCharsets.UTF_8));
        var parts = new DocumentParts(JSON.valueToTree(loaded));
        removeExamples(parts.document);
        var texts = new ArrayList<String>();
        for (var part = parts.part(0); !part.path("paths").isEmpty(); part = parts.part(texts.size())) {
            texts.add(part.toString());
        }
        return texts;
    }

    /** Specmatic sends no request if it takes an example for one of another alternative of {@code anyOf}. */
    private static void removeExamples(JsonNode node) {
        if (node.has("schema")) {
            ((ObjectNode) node).remove(List.of("example", "examples"));
        }
        node.forEach(DocumentParts::removeExamples);
    }

    private JsonNode part(int number) {
        JsonNode part = document.deepCopy();
        part.path("paths").forEach(item -> {
            var path = (ObjectNode) item;
            var shared = path.remove("parameters");
            METHODS.stream().filter(path::has).forEach(method -> {
                var operation = (ObjectNode) path.get(method);
                var parameters = select(shared, operation.get("parameters"), number);
                if (number > 0 && parameters.stream().allMatch(this::isRequired)) {
                    path.remove(method);
                } else {
                    operation.putArray("parameters").addAll(parameters);
                }
            });
        });
        for (var items = part.path("paths").elements(); items.hasNext(); ) {
            if (METHODS.stream().noneMatch(items.next()::has)) {
                items.remove();
            }
        }
        return part;
    }

    /** The required parameters of an operation, and the optional ones of the part with this number. */
    private List<JsonNode> select(JsonNode ofPath, JsonNode ofOperation, int number) {
        var selected = new ArrayList<JsonNode>();
        var optional = new ArrayList<JsonNode>();
        for (var parameters : List.of(orEmpty(ofPath), orEmpty(ofOperation))) {
            parameters.forEach(parameter -> (isRequired(parameter) ? selected : optional).add(parameter));
        }
        optional.stream().skip((long) number * OPTIONAL).limit(OPTIONAL).forEach(selected::add);
        return selected;
    }

    private static JsonNode orEmpty(JsonNode parameters) {
        return parameters == null ? JSON.createArrayNode() : parameters;
    }

    private boolean isRequired(JsonNode parameter) {
        var reference = parameter.path("$ref").asText();
        var resolved = reference.isEmpty() ? parameter : document.at(reference.substring(1));
        return resolved.path("required").asBoolean();
    }
}
