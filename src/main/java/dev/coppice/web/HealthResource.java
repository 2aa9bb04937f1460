package dev.coppice.web;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Health for whoever starts, stops and watches servers; needs no token. */
@Path("health")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class HealthResource {
    private static final Logger LOG = Logger.getLogger(HealthResource.class.getName());
    private static final int TIMEOUT_SECONDS = 2;

    @Resource(lookup = "java:jboss/datasources/Coppice")
    private DataSource source;

    /** Alive: it answers. */
    @GET
    @Path("live")
    public Response live() {
        return Response.ok(new Health("UP", null)).build();
    }

    /** Ready: the database answers too; 503 while it does not. */
    @GET
    @Path("ready")
    public Response ready() {
        try (var connection = source.getConnection()) {
            if (connection.isValid(TIMEOUT_SECONDS)) {
                return Response.ok(new Health("UP", "UP")).build();
            }
        } catch (SQLException e) {
            LOG.log(Level.WARNING, "The database cannot be reached: {0}", e.getMessage());
        }
        return Response.status(503)
                .header("Retry-After", 1)
                .entity(new Health("DOWN", "DOWN"))
                .build();
    }

    private record Health(String status, String database) implements JsonBody {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeStringField("status", status);
            if (database != null) {
                out.writeStringField("database", database);
            }
            out.writeEndObject();
        }
    }
}
