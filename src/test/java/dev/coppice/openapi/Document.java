package dev.coppice.openapi;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Format;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.format.PatternFormat;
import com.networknt.schema.oas.OpenApi30;
import dev.coppice.http.OpenApiDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** An OpenAPI document as JSON. Immutable. */
public final class Document {

    /** Parser of answers: accepts deep nesting and long numbers, refuses duplicate keys. */
    static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(5_000)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build());

    private static final Set<String> METHODS = Set.of("get", "head", "post", "put", "patch", "delete");

    /** Requires milliseconds and Z in times of answers; not a pattern in the document, as it breaks generated clients. */
    private static final Format TIME =
            PatternFormat.of("date-time", "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$", "format.date-time");

    private static final JsonSchemaFactory REQUESTS = factory(OpenApi30.getInstance());
    private static final JsonSchemaFactory ANSWERS =
            factory(JsonMetaSchema.builder(OpenApi30.getInstance()).format(TIME).build());

    private final String text;
    private final JsonNode root;
    private final JsonNode schemas;

    Document(String text) {
        this.text = text;
        this.root = JSON.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
        this.schemas = StrictSchemas.of(root.at("/components/schemas"));
    }

    /** The document that the server serves; assembled once per JVM, because that takes a second. */
    public static Document load() {
        return Holder.DOCUMENT;
    }

    /** Assembles the document when it is first used. */
    private static final class Holder {
        static final Document DOCUMENT = new Document(new Yaml().dump(OpenApiDocument.load()));
    }

    String text() {
        return text;
    }

    JsonNode root() {
        return root;
    }

    public List<Operation> operations() {
        var operations = new ArrayList<Operation>();
        root.path("paths").properties().forEach(path -> path.getValue().properties().stream()
                .filter(member -> METHODS.contains(member.getKey()))
                .forEach(member -> operations.add(
                        new Operation(member.getKey().toUpperCase(), path.getKey(), member.getValue()))));
        return operations;
    }

    /** Follows references; returns the node itself if it is none. Throws if the target does not exist. */
    public JsonNode resolve(JsonNode node) {
        var found = node;
        while (found.has("$ref")) {
            var reference = found.get("$ref").asText();
            found = root.at(reference.substring(1));
            if (found.isMissingNode()) {
                throw new IllegalArgumentException("The document has no " + reference);
            }
        }
        return found;
    }

    /**
     * Compiles the schema of an answer together with the document's components, which it may refer to, and the
     * {@link StrictSchemas}.
     */
    JsonSchema compile(JsonNode schema) {
        return compile(schema, ANSWERS);
    }

    /** As {@link #compile(JsonNode)}, but for a request, whose times may have any form of RFC 3339. */
    JsonSchema compileForRequest(JsonNode schema) {
        return compile(schema, REQUESTS);
    }

    private JsonSchema compile(JsonNode schema, JsonSchemaFactory factory) {
        var whole = JSON.createObjectNode();
        whole.putArray("allOf").add(schema);
        whole.putObject("components").set("schemas", schemas);
        return factory.getSchema(whole, SchemaValidatorsConfig.builder().build());
    }

    private static JsonSchemaFactory factory(JsonMetaSchema keywords) {
        return JsonSchemaFactory.getInstance(
                VersionFlag.V4, builder -> builder.metaSchema(keywords).defaultMetaSchemaIri(keywords.getIri()));
    }
}
