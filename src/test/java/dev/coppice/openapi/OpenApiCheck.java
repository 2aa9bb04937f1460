package dev.coppice.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.JsonSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Checks exchanges against the document: status and content type are declared, body and headers match their schemas, and a
 * request that the server accepted matches the document too. Thread-safe; schemas are compiled on first use.
 */
public final class OpenApiCheck {

    /** Bodies above this size, in bytes, are not parsed, so that tests with large bodies stay fast. */
    private static final int MAX_PARSED = 1 << 20;

    /** Allowed statuses of requests that match no operation. */
    private static final List<Integer> WITHOUT_OPERATION = List.of(400, 401, 404, 405);

    /** Paths whose errors have the format of OpenAI's API. */
    private static final Pattern OPENAI =
            Pattern.compile("/v1/(conversations|responses|chat/completions|models)(/.*)?");

    private final Document document = Document.load();
    private final List<Operation> operations = document.operations();
    private final Map<JsonNode, JsonSchema> schemas = new ConcurrentHashMap<>();
    private final Map<JsonNode, JsonSchema> requestSchemas = new ConcurrentHashMap<>();
    private final JsonSchema problem = document.compile(document.root().at("/components/schemas/Problem"));
    private final JsonSchema openAiError = document.compile(document.root().at("/components/schemas/OpenAiError"));

    /** The violations of one exchange, as texts; empty if it matches the document. */
    public List<String> violations(Exchange exchange) {
        var found = new ArrayList<String>();
        if (exchange.status() == 500) {
            found.add("500: an error of the server");
        }
        var operation = operations.stream()
                .filter(candidate -> candidate.covers(exchange.method(), exchange.path()))
                .findFirst();
        if (operation.isEmpty()) {
            withoutOperation(exchange, found);
            return found;
        }
        var responses = operation.get().node().path("responses");
        var declared = document.resolve(responses.path(String.valueOf(exchange.status())));
        if (declared.isMissingNode()) {
            found.add(operation.get() + " does not declare " + exchange.status());
            return found;
        }
        headers(declared.path("headers"), exchange, found);
        answer(declared.path("content"), exchange, found);
        if (exchange.status() < 300) {
            request(document.resolve(operation.get().node().path("requestBody")), exchange, found);
        }
        return found;
    }

    /** The path of the document's operation that covers a request; the path itself if there is none. */
    public String template(String method, String path) {
        return operations.stream()
                .filter(candidate -> candidate.covers(method, path))
                .findFirst()
                .map(Operation::template)
                .orElse(path);
    }

    private void withoutOperation(Exchange exchange, List<String> found) {
        if (!WITHOUT_OPERATION.contains(exchange.status())) {
            found.add(exchange.status() + " from a route that the document does not have");
        }
        if (exchange.status() == 405 && exchange.header("Allow") == null) {
            found.add("405 without Allow");
        }
        if (!exchange.method().equals("HEAD")) {
            (OPENAI.matcher(exchange.path()).matches() ? openAiError : problem)
                    .validate(read(exchange.body(), found))
                    .forEach(message -> found.add(message.getMessage()));
        }
    }

    private void headers(JsonNode declared, Exchange exchange, List<String> found) {
        declared.properties().forEach(entry -> {
            var header = document.resolve(entry.getValue());
            var value = exchange.header(entry.getKey());
            if (value == null) {
                if (header.path("required").asBoolean()) {
                    found.add("no header " + entry.getKey());
                }
                return;
            }
            var integer = header.at("/schema/type").asText().equals("integer") && value.matches("\\d{1,9}");
            var node = integer ? IntNode.valueOf(Integer.parseInt(value)) : TextNode.valueOf(value);
            schema(header.path("schema"))
                    .validate(node)
                    .forEach(message -> found.add(entry.getKey() + ": " + message.getMessage()));
        });
    }

    private void answer(JsonNode content, Exchange exchange, List<String> found) {
        if (content.isEmpty()) {
            if (exchange.body().length > 0) {
                found.add("a body where the document has none");
            }
            return;
        }
        var json = body("answer", content, exchange.contentType(), exchange.body(), this::schema, found);
        if (exchange.status() >= 400
                && json.path("status").isInt()
                && json.path("status").asInt() != exchange.status()) {
            found.add("the problem says " + json.path("status"));
        }
    }

    private void request(JsonNode declared, Exchange exchange, List<String> found) {
        if (exchange.sent().length > 0 && declared.has("content")) {
            var content = declared.path("content");
            body("request", content, exchange.sentType(), exchange.sent(), this::requestSchema, found);
        } else if (exchange.sent().length == 0 && declared.path("required").asBoolean()) {
            found.add("accepted without the body that the document requires");
        }
    }

    /** Checks a body and returns it as JSON, or a missing node if it was not parsed. */
    private JsonNode body(
            String which,
            JsonNode content,
            String type,
            byte[] body,
            Function<JsonNode, JsonSchema> compiled,
            List<String> found) {
        var plain = type == null ? "" : type.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
        if (!content.has(plain)) {
            found.add(which + " of type " + type);
            return Document.JSON.missingNode();
        }
        if (!plain.endsWith("json") || body.length > MAX_PARSED) {
            return Document.JSON.missingNode();
        }
        var json = read(body, found);
        if (!json.isMissingNode()) {
            compiled.apply(content.path(plain).path("schema"))
                    .validate(json)
                    .forEach(message -> found.add(which + " " + message.getMessage()));
        }
        return json;
    }

    private JsonSchema schema(JsonNode schema) {
        return schemas.computeIfAbsent(schema, document::compile);
    }

    private JsonSchema requestSchema(JsonNode schema) {
        return requestSchemas.computeIfAbsent(schema, document::compileForRequest);
    }

    private static JsonNode read(byte[] body, List<String> found) {
        try {
            return Document.JSON.readTree(body);
        } catch (JsonProcessingException e) {
            found.add("not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            found.add("not JSON: " + e.getMessage());
        }
        return Document.JSON.missingNode();
    }
}
