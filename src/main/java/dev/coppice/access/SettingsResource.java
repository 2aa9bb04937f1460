package dev.coppice.access;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.SettingsInForce;
import dev.coppice.json.JsonBody;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.List;

/**
 * HTTP resource of the settings that this node uses, for administrators. The settings concern all tenants, so only
 * callers of the tenant {@code default} may read them. No response contains a secret.
 */
@Path("v1/admin/settings")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class SettingsResource {
    @Inject
    private SettingsInForce settings;

    @Inject
    private Caller caller;

    @GET
    public Response list() {
        if (!caller.tenant().equals(Tenant.DEFAULT)) {
            throw new Problem(
                    Code.FORBIDDEN,
                    "Settings concern all tenants; only callers of the tenant `default` may read them.");
        }
        return Response.ok(new Body(settings.all())).build();
    }

    private record Body(List<SettingsInForce.InForce> settings) implements JsonBody {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeArrayFieldStart("items");
            for (var setting : settings) {
                write(out, setting);
            }
            out.writeEndArray();
            out.writeEndObject();
        }

        private static void write(JsonGenerator out, SettingsInForce.InForce setting) throws IOException {
            var declared = setting.declared();
            out.writeStartObject();
            out.writeStringField("name", declared.name());
            out.writeStringField("value", setting.value());
            out.writeStringField("default", setting.defaultValue());
            out.writeStringField("values", declared.values());
            out.writeStringField("meaning", declared.meaning());
            out.writeEndObject();
        }
    }
}
