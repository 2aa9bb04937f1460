package dev.coppice.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.db.Dialect;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Times;
import jakarta.enterprise.context.RequestScoped;
import jakarta.servlet.ServletContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Properties;

/** HTTP resource that says which build of Coppice a node runs, and on which server, JVM and database. */
@Path("v1/version")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class VersionResource {
    /**
     * Class path resource with version, commit and time of the build, which the build writes
     * ({@code wildfly-config/build.bsh}).
     */
    private static final String BUILD = "/META-INF/coppice-build.properties";

    private static final Properties PROPERTIES = load();

    @Context
    private ServletContext server;

    @GET
    public Response read() {
        var body = new Version(server.getServerInfo(), Dialect.current().productName());
        return Response.ok(body).build();
    }

    private static Properties load() {
        var properties = new Properties();
        try (var in = VersionResource.class.getResourceAsStream(BUILD)) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        properties.computeIfPresent("builtAt", (name, time) -> Times.text(Instant.parse((String) time)));
        return properties;
    }

    private record Version(String server, String database) implements JsonBody {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            for (var member : new String[] {"version", "commit", "builtAt"}) {
                out.writeStringField(member, PROPERTIES.getProperty(member));
            }
            out.writeStringField("server", server);
            out.writeStringField("jvm", System.getProperty("java.version"));
            out.writeStringField("database", database);
            out.writeEndObject();
        }
    }
}
