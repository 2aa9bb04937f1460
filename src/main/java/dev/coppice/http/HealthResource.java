package dev.coppice.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.background.HealthCheck;
import dev.coppice.json.JsonBody;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** HTTP resource of the server's health, for orchestrators and monitoring. Needs no bearer token. */
@Path("health")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class HealthResource {
    @Inject
    @Any
    private Instance<HealthCheck> checks;

    /** Returns 200 as long as the server answers requests. For liveness probes, which decide on restarts. */
    @GET
    @Path("live")
    public Response live() {
        return Response.ok(new Report(true, List.of())).build();
    }

    /**
     * Calls every {@link HealthCheck}, and returns the health of each part of the server. The status is 503 if a part
     * that the server needs ({@link HealthCheck#isNeeded}) does not work, otherwise 200.
     */
    @GET
    @Path("ready")
    public Response ready() {
        boolean up = true;
        var parts = new ArrayList<HealthCheck.Health>();
        for (var check : checks) {
            var health = check.check();
            up &= health.works() || !check.isNeeded();
            parts.add(health);
        }
        parts.sort(Comparator.comparing(HealthCheck.Health::name));
        var report = new Report(up, parts);
        return up
                ? Response.ok(report).build()
                : Response.status(503).header("Retry-After", 1).entity(report).build();
    }

    private record Report(boolean up, List<HealthCheck.Health> parts) implements JsonBody {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeStringField("status", up ? "UP" : "DOWN");
            for (var part : parts) {
                out.writeFieldName(part.name());
                part.member().write(out);
            }
            out.writeEndObject();
        }
    }
}
