package dev.coppice.http;

import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonValues;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.nio.charset.StandardCharsets;
import org.yaml.snakeyaml.Yaml;

/**
 * HTTP resource that returns the {@link OpenApiDocument}: as JSON, or as YAML if the client accepts only
 * {@code application/yaml} or prefers it. Needs no bearer token.
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
        json = ((JsonBody) out -> JsonValues.write(out, document)).toBytes();
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
}
