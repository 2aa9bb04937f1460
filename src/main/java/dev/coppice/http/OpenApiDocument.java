package dev.coppice.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Builds the OpenAPI document from the class path resources {@code /openapi/*.yaml}. {@code openapi.yaml} contains the
 * parts that all operations share. Each tag has a file with the tag's name in lower case. Such a file contains the
 * paths of the tag, and the components that only these paths use. This class adds the error responses that all
 * operations with a bearer token share; no file contains them.
 */
public final class OpenApiDocument {

    /**
     * The error responses of every operation that needs a bearer token, as a map from HTTP status to the name of the
     * response's OpenAPI component.
     */
    private static final Map<String, String> SHARED_ERRORS = Map.of(
            "401",
            "Unauthenticated",
            "403",
            "Forbidden",
            "406",
            "NotAcceptable",
            "429",
            "RateLimited",
            "500",
            "Internal",
            "503",
            "Unavailable");

    /**
     * The additional error response of every operation that needs a bearer token and has a body, as a map like
     * {@link #SHARED_ERRORS}.
     */
    private static final Map<String, String> BODY_ERRORS = Map.of("408", "RequestTimeout");

    private OpenApiDocument() {}

    /** Returns the whole document as nested maps and lists, with the paths in the order of the tags. */
    public static Map<String, Object> load() {
        var document = read("openapi");
        var paths = new LinkedHashMap<String, Object>();
        document.put("paths", paths);
        for (var tag : OpenApiDocument.<List<Map<String, Object>>>cast(document.get("tags"))) {
            var part = read(tag.get("name").toString().toLowerCase(Locale.ROOT));
            addAll(paths, part.get("paths"));
            members(part.get("components"))
                    .forEach((section, components) -> addAll(section(document, section), components));
        }
        paths.forEach((path, operations) -> addSharedErrors(operations));
        return document;
    }

    private static Map<String, Object> read(String name) {
        try (var in = OpenApiDocument.class.getResourceAsStream("/openapi/" + name + ".yaml")) {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> section(Map<String, Object> document, String name) {
        return cast(members(document.get("components")).computeIfAbsent(name, key -> new LinkedHashMap<>()));
    }

    private static void addAll(Map<String, Object> target, Object source) {
        members(source).forEach((name, value) -> {
            if (target.put(name, value) != null) {
                throw new IllegalStateException("Defined twice in /openapi: " + name);
            }
        });
    }

    /**
     * Adds {@link #SHARED_ERRORS} to each operation that needs a bearer token, and {@link #BODY_ERRORS} if it has a
     * body. Keeps the responses that an operation declares itself. Leaves out operations with {@code security: []},
     * because they need no token. Also leaves out operations of the method HEAD: their responses have no body, so they
     * declare all their errors themselves.
     *
     * @param operations the operations of one path, by HTTP method
     */
    private static void addSharedErrors(Object operations) {
        members(operations).forEach((method, operation) -> {
            if (!method.equals("head") && operation instanceof Map<?, ?> map && needsToken(map)) {
                var responses = members(map.get("responses"));
                addAbsent(responses, SHARED_ERRORS);
                if (map.containsKey("requestBody")) {
                    addAbsent(responses, BODY_ERRORS);
                }
            }
        });
    }

    private static void addAbsent(Map<String, Object> responses, Map<String, String> errors) {
        errors.forEach(
                (status, name) -> responses.putIfAbsent(status, Map.of("$ref", "#/components/responses/" + name)));
    }

    private static boolean needsToken(Map<?, ?> operation) {
        return operation.containsKey("responses") && !operation.containsKey("security");
    }

    private static Map<String, Object> members(Object object) {
        return object == null ? Map.of() : cast(object);
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object value) {
        return (T) value;
    }
}
