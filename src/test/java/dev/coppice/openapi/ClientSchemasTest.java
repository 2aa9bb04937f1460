package dev.coppice.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The schemas of the document are those that client generators support: generated code compiles, and it sends what it was
 * given. Rules that such schemas cannot express belong in {@code strict-schemas.yaml}, see {@link StrictSchemas}.
 */
class ClientSchemasTest {

    private static final String ANY_VALUE = "Use allOf: [{ $ref: '#/components/schemas/AnyValue' }]";

    /** All objects of the document except examples, by their place. */
    private final Map<String, JsonNode> objects = objects(Document.load().root());

    @Test
    void schemasHaveNoAlternatives() {
        var found = new TreeSet<String>();
        objects.forEach((place, object) -> Set.of("anyOf", "oneOf", "not").forEach(keyword -> {
            if (object.has(keyword) && !place.endsWith("/properties")) {
                found.add(place + "/" + keyword);
            }
        }));
        assertEquals(Set.of(), found, "Describe alternatives in words");
    }

    /** A generated Java client sends null for a property without a type that was not set. */
    @Test
    void optionalPropertiesWithoutTypeReferToAnyValue() {
        var found = new TreeSet<String>();
        objects.forEach((place, schema) -> {
            var required = new ArrayList<String>();
            schema.path("required").forEach(name -> required.add(name.asText()));
            schema.path("properties").properties().forEach(property -> {
                var value = property.getValue();
                var isAny = !value.has("type") && !value.has("$ref") && !value.has("allOf");
                if (!required.contains(property.getKey()) && isAny) {
                    found.add(place + "/" + property.getKey());
                }
            });
        });
        assertEquals(Set.of(), found, ANY_VALUE);
    }

    /** A generated Java client sends the default of a property that was not set, which can be an invalid combination. */
    @Test
    void propertiesHaveNoDefault() {
        var found = new TreeSet<String>();
        objects.forEach(
                (place, schema) -> schema.path("properties").properties().forEach(property -> {
                    if (property.getValue().has("default")) {
                        found.add(place + "/" + property.getKey());
                    }
                }));
        assertEquals(Set.of(), found, "State the default in the description");
    }

    /** Generated clients have one spelling for {@code some_name} and {@code someName}. */
    @Test
    void propertyNamesDifferInMoreThanCaseAndUnderscores() {
        var found = new TreeSet<String>();
        objects.forEach((place, schema) -> {
            var names = new TreeSet<String>();
            schema.path("properties").fieldNames().forEachRemaining(name -> {
                if (!names.add(name.replace("_", "").toLowerCase(Locale.ROOT))) {
                    found.add(place + "/" + name);
                }
            });
        });
        assertEquals(Set.of(), found);
    }

    private static Map<String, JsonNode> objects(JsonNode root) {
        var found = new LinkedHashMap<String, JsonNode>();
        var open = new ArrayDeque<Map.Entry<String, JsonNode>>(List.of(Map.entry("", root)));
        while (!open.isEmpty()) {
            var next = open.pop();
            if (next.getValue().isObject()) {
                found.put(next.getKey(), next.getValue());
                next.getValue().properties().forEach(member -> {
                    if (!Set.of("example", "examples", "default", "enum").contains(member.getKey())) {
                        open.push(Map.entry(next.getKey() + "/" + member.getKey(), member.getValue()));
                    }
                });
            } else if (next.getValue().isArray()) {
                for (var i = 0; i < next.getValue().size(); i++) {
                    open.push(Map.entry(next.getKey() + "/" + i, next.getValue().get(i)));
                }
            }
        }
        return found;
    }
}
