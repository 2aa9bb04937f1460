package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.access.Caller;
import dev.coppice.web.Answer;
import dev.coppice.web.Call;
import dev.coppice.web.Intake;
import dev.coppice.web.Page;
import dev.coppice.web.Writes;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Sessions over HTTP: made, and listed. */
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
    private Caller caller;

    @Inject
    private Writes writes;

    @Inject
    private Intake intake;

    @Inject
    private Settings settings;

    @Context
    private HttpHeaders headers;

    @Context
    private UriInfo uri;

    @QueryParam("namespace")
    private String namespace;

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response create(InputStream stream) {
        var body = intake.read(stream, headers, settings.envelopeMaxBytes());
        var wanted = NewSession.read(body, false);
        var name = name(wanted.id() == null ? UUID.randomUUID().toString() : wanted.id());
        return writes.run(Call.post(name.key(), caller.tenant(), uri, headers, body), () -> {
            var made = sessions.create(name, wanted);
            return Answer.of(201, made).version(made.version()).with(HttpHeaders.LOCATION, placeOf(name));
        });
    }

    private String placeOf(SessionName name) {
        var place = uri.getAbsolutePathBuilder().segment("{id}").resolveTemplate("id", name.id(), true);
        return (name.namespace().isEmpty()
                        ? place
                        : place.queryParam("namespace", "{namespace}").resolveTemplate("namespace", name.namespace()))
                .build()
                .toString();
    }

    @GET
    public Response list(
            @QueryParam("userId") String userId,
            @QueryParam("agent") String agent,
            @QueryParam("source") String source,
            @QueryParam("type") String type,
            @QueryParam("parent") String parent,
            @QueryParam("ended") String ended,
            @QueryParam("limit") String limit,
            @QueryParam("cursor") String cursor) {
        var space = "*".equals(namespace) ? null : Ids.namespace(namespace);
        var filter = new SessionFilter(
                space,
                Ids.checkOrNull(userId, "userId"),
                Ids.checkOrNull(agent, "agent"),
                source,
                type,
                Ids.checkOrNull(parent, "parent"),
                flag(ended),
                metadata());
        return lists.list(caller.tenant(), filter, Page.limit(limit), cursor).toResponse(uri);
    }

    private static Boolean flag(String value) {
        if (value == null || value.equals("true") || value.equals("false")) {
            return value == null ? null : Boolean.valueOf(value);
        }
        throw Problem.at("ended", Code.MALFORMED, "ended is true or false.");
    }

    private Map<String, String> metadata() {
        var wanted = new HashMap<String, String>();
        uri.getQueryParameters().forEach((name, values) -> {
            if (name.startsWith(METADATA)) {
                wanted.put(name.substring(METADATA.length()), values.get(0));
            }
        });
        return wanted;
    }

    private SessionName name(String id) {
        return SessionName.of(caller.tenant(), namespace, id);
    }
}
