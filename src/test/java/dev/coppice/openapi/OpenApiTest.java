package dev.coppice.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.swagger.v3.parser.OpenAPIV3Parser;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The document is valid and complete, and its examples match its schemas. */
class OpenApiTest {

    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

    private final Document document = Document.load();

    @Test
    void documentIsValidOpenApi() {
        var parsed = new OpenAPIV3Parser().readContents(document.text());
        assertEquals(List.of(), parsed.getMessages());
        assertEquals(
                document.root().path("paths").size(),
                parsed.getOpenAPI().getPaths().size());
    }

    @Test
    void referencesResolveAndAllComponentsAreUsed() {
        var used = new HashSet<String>();
        for (var node : document.root().findValues("$ref")) {
            document.resolve(Document.JSON.createObjectNode().set("$ref", node));
            used.add(node.asText());
        }
        var unused = new TreeSet<String>();
        document.root().path("components").properties().forEach(kind -> {
            if (!kind.getKey().equals("securitySchemes")) {
                kind.getValue()
                        .fieldNames()
                        .forEachRemaining(name -> unused.add("#/components/" + kind.getKey() + "/" + name));
            }
        });
        unused.removeAll(used);
        assertEquals(List.of(), List.copyOf(unused));
    }

    @Test
    void operationsHaveIdDescriptionTagAndResponses() {
        var ids = new HashSet<String>();
        for (var operation : document.operations()) {
            var node = operation.node();
            for (var member : List.of("operationId", "summary", "description")) {
                assertFalse(node.path(member).asText().isBlank(), operation + " without " + member);
            }
            assertTrue(ids.add(node.path("operationId").asText()), operation + ": its operationId is used twice");
            assertEquals(1, node.path("tags").size(), operation + " needs one tag");
            assertTrue(
                    StreamSupport.stream(document.root().path("tags").spliterator(), false)
                            .anyMatch(tag -> tag.path("name").equals(node.at("/tags/0"))),
                    operation + " with an unknown tag");
            assertFalse(node.path("responses").isEmpty(), operation + " without answers");
        }
    }

    @Test
    void operationsWithBodySayThatItMayBeLateOrTooLarge() {
        for (var operation : document.operations()) {
            if (operation.node().has("requestBody")) {
                for (var status : List.of("408", "413")) {
                    assertTrue(operation.node().path("responses").has(status), operation + " without " + status);
                }
            }
        }
    }

    @Test
    void pathVariablesAreDeclaredAsParameters() {
        for (var operation : document.operations()) {
            var declared = new TreeSet<String>();
            var item = document.root().path("paths").path(operation.template());
            for (var parameters :
                    List.of(item.path("parameters"), operation.node().path("parameters"))) {
                parameters.forEach(parameter -> {
                    var resolved = document.resolve(parameter);
                    if (resolved.path("in").asText().equals("path")) {
                        declared.add(resolved.path("name").asText());
                    }
                });
            }
            var expected = new TreeSet<String>();
            VARIABLE.matcher(operation.template()).results().forEach(found -> expected.add(found.group(1)));
            assertEquals(expected, declared, operation.toString());
        }
    }

    @Test
    void bodiesHaveSchemaAndMatchingExample() {
        var wrong = new ArrayList<String>();
        for (var operation : document.operations()) {
            var node = operation.node();
            media(operation + " request", document.resolve(node.path("requestBody")), wrong);
            node.path("responses").properties().forEach(response -> {
                var resolved = document.resolve(response.getValue());
                media(operation + " " + response.getKey(), resolved, wrong);
                resolved.path("headers")
                        .properties()
                        .forEach(header -> example(
                                operation + " " + response.getKey() + " " + header.getKey(),
                                document.resolve(header.getValue()),
                                wrong));
            });
        }
        document.root()
                .at("/components/parameters")
                .forEach(parameter ->
                        example("parameter " + parameter.path("name").asText(), parameter, wrong));
        assertEquals(List.of(), wrong);
    }

    /** Null counts as absent in every request, so generated clients may send it for every optional field. */
    @Test
    void optionalFieldsOfRequestsAreNullable() {
        var envelopes = new RequestEnvelopes();
        var wrong = new ArrayList<String>();
        for (var schema : envelopes.schemas()) {
            envelopes
                    .notNullable(schema)
                    .forEach(name ->
                            wrong.add(name + " of " + schema.path("properties").properties()));
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void requestExamplesShowEveryEnvelope() {
        var envelopes = new RequestEnvelopes();
        var missing = envelopes.schemas();
        envelopes.requests().forEach(request -> missing.removeAll(envelopes.shown(request)));
        assertEquals(Set.of(), missing);
    }

    @Test
    void problemExamplesHaveTheirStatus() {
        document.root().at("/components/responses").forEach(response -> response.findValues("value")
                .forEach(value -> assertTrue(
                        codes().contains(value.path("code").asText()) || !value.has("code"), value.toString())));
        for (var operation : document.operations()) {
            operation.node().path("responses").properties().forEach(response -> {
                var problems = document.resolve(response.getValue()).at("/content/application~1problem+json");
                var examples = new ArrayList<>(problems.findValues("value"));
                examples.addAll(problems.findValues("example"));
                for (var example : examples) {
                    assertEquals(response.getKey(), example.path("status").asText(), operation.toString());
                }
            });
        }
    }

    private List<String> codes() {
        return StreamSupport.stream(
                        document.root()
                                .at("/components/schemas/ProblemCode/enum")
                                .spliterator(),
                        false)
                .map(JsonNode::asText)
                .toList();
    }

    private void media(String where, JsonNode body, List<String> wrong) {
        body.path("content").properties().forEach(media -> {
            if (!media.getValue().has("schema")) {
                wrong.add(where + ": no schema");
            }
            if (!media.getValue().has("example") && !media.getValue().has("examples")) {
                wrong.add(where + ": no example");
            }
            example(where, media.getValue(), wrong);
        });
    }

    private void example(String where, JsonNode holder, List<String> wrong) {
        var examples = new ArrayList<JsonNode>();
        if (holder.has("example")) {
            examples.add(holder.get("example"));
        }
        holder.path("examples")
                .forEach(named -> examples.add(document.resolve(named).path("value")));
        if (examples.isEmpty()) {
            return;
        }
        var schema = document.compile(holder.path("schema"));
        for (var example : examples) {
            var value = example.isMissingNode() ? TextNode.valueOf("") : example;
            schema.validate(value).forEach(message -> wrong.add(where + ": " + message.getMessage()));
        }
    }
}
