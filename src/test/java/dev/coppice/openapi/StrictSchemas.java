package dev.coppice.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Rules that tests add to the schemas of the OpenAPI document. Client generators do not support alternatives such as "an
 * object or a boolean", so the document describes them in words and has no type there. The resource
 * {@code strict-schemas.yaml} states them as schemas. It can only add keywords: a value that it accepts is accepted by the
 * document too.
 */
final class StrictSchemas {

    private static final String RESOURCE = "/strict-schemas.yaml";

    private StrictSchemas() {}

    /**
     * Returns a copy of the document's schemas with the rules added. Throws if a rule names a schema or a property that the
     * document does not have, or changes a keyword that it has.
     */
    static ObjectNode of(JsonNode schemas) {
        var rules = rules();
        var strict = (ObjectNode) schemas.deepCopy();
        rules.path("extended").properties().forEach(rule -> {
            if (!(strict.get(rule.getKey()) instanceof ObjectNode schema)) {
                throw new IllegalStateException("The document has no schema " + rule.getKey());
            }
            extend(rule.getKey(), schema, rule.getValue());
        });
        rules.path("added").properties().forEach(schema -> {
            if (strict.replace(schema.getKey(), schema.getValue()) != null) {
                throw new IllegalStateException("The document has a schema " + schema.getKey());
            }
        });
        return strict;
    }

    private static JsonNode rules() {
        try (var in = StrictSchemas.class.getResourceAsStream(RESOURCE)) {
            return Document.JSON.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void extend(String place, ObjectNode schema, JsonNode rule) {
        var reference = schema.remove("$ref");
        if (reference != null) {
            schema.putArray("allOf").addObject().set("$ref", reference);
        }
        rule.properties().forEach(keyword -> {
            var name = keyword.getKey();
            if (name.equals("properties")) {
                properties(place, schema.path(name), keyword.getValue());
            } else if (schema.replace(name, keyword.getValue()) != null) {
                throw new IllegalStateException("The document has a keyword " + name + " at " + place);
            }
        });
    }

    private static void properties(String place, JsonNode properties, JsonNode rules) {
        rules.properties().forEach(rule -> {
            var name = place + "/" + rule.getKey();
            if (!(properties.get(rule.getKey()) instanceof ObjectNode property)) {
                throw new IllegalStateException("The document has no property " + name);
            }
            extend(name, property, rule.getValue());
        });
    }
}
