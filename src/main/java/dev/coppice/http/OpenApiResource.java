package dev.coppice.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/**
 * HTTP resource of the {@link OpenApiDocument}: as JSON, or as YAML if the client accepts only {@code application/yaml}
 * or prefers it. Needs no bearer token.
 */
@Path("openapi")
@ApplicationScoped
public class OpenApiResource {
    private byte[] yaml;
    private byte[] json;

    @PostConstruct
    void load() {
        var document = OpenApiDocument.load();
        yaml = new Yaml().dump(document).getBytes(StandardCharsets.UTF_8);
        json = ((JsonBody) out -> write(out, document)).toBytes();
    }

    @GET
    @Produces("application/json")
    public byte[] json() {
        return json;
    }

    @GET
    @Produces("application/yaml;qs=0.5")
    public byte[] yaml() {
        return yaml;
    }

    /**
     * Writes nested maps, lists and scalars as JSON. Recursion needs no limit of depth, because the document is part of
     * the application.
     */
    private static void write(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (var entry : map.entrySet()) {
                out.writeFieldName(String.valueOf(entry.getKey()));
                write(out, entry.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof Iterable<?> items) {
            out.writeStartArray();
            for (var item : items) {
                write(out, item);
            }
            out.writeEndArray();
        } else if (value instanceof Number number) {
            out.writeNumber(number.toString());
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else {
            out.writeString(value == null ? null : value.toString());
        }
    }
}
