package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import dev.coppice.api.Parameters;
import dev.coppice.idempotency.Answer;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** HTTP resource that creates and lists sessions. */
@Path("v1/sessions")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class SessionsResource {
    private static final String METADATA = "metadata.";

    @Inject
    private Sessions sessions;

    @Inject
    private SessionLists lists;

    @Inject
    private Request request;

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response create(InputStream stream) {
        var body = request.body(stream);
        var fields = NewSession.read(body, false).allowedFor(request);
        var name =
                SessionName.of(request, fields.id() == null ? UUID.randomUUID().toString() : fields.id());
        return request.post(name.key(), body, () -> {
            var created = sessions.create(name, fields);
            return Answer.of(201, created)
                    .version(created.version())
                    .with(HttpHeaders.LOCATION, name.location(request));
        });
    }

    @GET
    public Response list(
            @QueryParam("namespace") String namespace,
            @QueryParam("userId") String userId,
            @QueryParam("agent") String agent,
            @QueryParam("source") String source,
            @QueryParam("type") String type,
            @QueryParam("parent") String parent,
            @QueryParam("ended") String ended,
            @QueryParam("from") String from,
            @QueryParam("to") String to,
            @QueryParam("limit") String limit,
            @QueryParam("cursor") String cursor) {
        var namespaceOrAll = "*".equals(namespace) ? null : Ids.checkNamespace(namespace);
        var filter = new SessionFilter(
                namespaceOrAll,
                Ids.checkOrNull(userId, "userId"),
                Ids.checkOrNull(agent, "agent"),
                source,
                type,
                Ids.checkOrNull(parent, "parent"),
                ended == null ? null : (Boolean) Parameters.flag("ended", ended),
                Parameters.from(from),
                Parameters.to(to),
                metadata());
        return lists.list(request.tenant(), filter, Page.limit(limit), cursor).toResponse(request.uri());
    }

    private Map<String, String> metadata() {
        var members = new HashMap<String, String>();
        request.uri().getQueryParameters().forEach((name, values) -> {
            if (name.startsWith(METADATA)) {
                members.put(name.substring(METADATA.length()), values.get(0));
            }
        });
        return members;
    }
}
