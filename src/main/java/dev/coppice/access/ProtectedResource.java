package dev.coppice.access;

import dev.coppice.http.HttpSettings;
import dev.coppice.json.JsonBody;
import dev.coppice.jwt.OauthSettings;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;

/**
 * HTTP resource by which clients of the MCP endpoint find the OpenID provider (RFC 9728). It needs no token. If no
 * provider is configured, the paths answer 404. With any other answer, some clients would ignore the token that their
 * user has configured.
 */
@Path(ProtectedResource.PATH)
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ProtectedResource {
    static final String PATH = ".well-known/oauth-protected-resource";

    private static final String MCP = "/mcp";

    @Inject
    private OauthSettings settings;

    @Inject
    private HttpSettings http;

    @Context
    private UriInfo uri;

    @GET
    public Response ofServer() {
        return describe();
    }

    /** Answers on the path that RFC 9728 derives from {@code /mcp}; clients look there first. */
    @GET
    @Path("mcp")
    public Response ofEndpoint() {
        return describe();
    }

    private Response describe() {
        if (!settings.isOn()) {
            throw new NotFoundException();
        }
        var resource = baseUrl(http, uri) + MCP;
        JsonBody body = out -> {
            out.writeStartObject();
            out.writeStringField("resource", resource);
            out.writeArrayFieldStart("authorization_servers");
            out.writeString(settings.issuer());
            out.writeEndArray();
            out.writeArrayFieldStart("scopes_supported");
            for (var scope : Scope.values()) {
                out.writeString(settings.scopePrefix() + scope.word());
            }
            out.writeEndArray();
            out.writeArrayFieldStart("bearer_methods_supported");
            out.writeString("header");
            out.writeEndArray();
            out.writeEndObject();
        };
        return Response.ok(body).build();
    }

    /**
     * Returns {@code coppice.http.public-url}, or without this setting the address of the server in the request,
     * for example {@code http://127.0.0.1:8080}. It has no slash at its end.
     */
    static String baseUrl(HttpSettings http, UriInfo uri) {
        return http.publicUrl() != null
                ? http.publicUrl()
                : uri.getBaseUri().toString().replaceAll("/+$", "");
    }
}
