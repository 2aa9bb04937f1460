package dev.coppice.session;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.access.Caller;
import dev.coppice.web.Answer;
import dev.coppice.web.Body;
import dev.coppice.web.Call;
import dev.coppice.web.Page;
import dev.coppice.web.Precondition;
import dev.coppice.web.Writes;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
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

/** Sessions over HTTP: one by one, and in lists. */
@Path("v1/sessions")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class SessionsResource {
    static final String MERGE_PATCH = "application/merge-patch+json";

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
        var body = Body.read(stream, headers, settings.envelopeMaxBytes());
        var wanted = NewSession.read(body, false);
        var space = Ids.namespace(namespace);
        return writes.run(Call.post(null, caller.tenant(), uri, headers, body), () -> {
            var made = sessions.create(caller.tenant(), space, wanted);
            var place = uri.getAbsolutePathBuilder().segment("{id}").resolveTemplate("id", made.id(), true);
            var location = space.isEmpty()
                    ? place
                    : place.queryParam("namespace", "{ns}").resolveTemplate("ns", space);
            return Answer.of(201, made)
                    .version(made.version())
                    .with(HttpHeaders.LOCATION, location.build().toString());
        });
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
        var filter = new SessionFilter(space, userId, agent, source, type, parent, flag(ended), metadata());
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

    @GET
    @Path("{id}")
    public Response get(@PathParam("id") String id) {
        return answer(sessions.get(name(id)));
    }

    @HEAD
    @Path("{id}")
    public Response exists(@PathParam("id") String id) {
        var session = sessions.get(name(id));
        return Response.ok()
                .header(HttpHeaders.ETAG, Answer.tag(session.version()))
                .build();
    }

    @PUT
    @Path("{id}")
    @Consumes({MediaType.APPLICATION_JSON, MediaType.WILDCARD})
    public Response getOrCreate(@PathParam("id") String id, InputStream stream) {
        var body = Body.read(stream, headers, settings.envelopeMaxBytes());
        Body.checkJson(body, headers);
        var wanted = NewSession.read(body, true);
        var name = name(id);
        return writes.run(Call.of(name.key()), () -> {
            var got = sessions.getOrCreate(name, wanted, Precondition.of(headers));
            return Answer.of(got.created() ? 201 : 200, got.session())
                    .version(got.session().version());
        });
    }

    @PATCH
    @Path("{id}")
    @Consumes({MediaType.APPLICATION_JSON, MERGE_PATCH})
    public Response patch(@PathParam("id") String id, InputStream stream) {
        var patch = SessionPatch.read(Body.read(stream, headers, settings.envelopeMaxBytes()));
        var name = name(id);
        return writes.run(Call.of(name.key()), () -> {
            var patched = sessions.patch(name, patch, Precondition.of(headers));
            return Answer.of(200, patched).version(patched.version());
        });
    }

    @DELETE
    @Path("{id}")
    public Response delete(@PathParam("id") String id) {
        var name = name(id);
        return writes.run(Call.of(name.key()), () -> {
            sessions.delete(name, Precondition.of(headers));
            return Answer.empty();
        });
    }

    @POST
    @Path("{id}/usage")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response addUsage(@PathParam("id") String id, InputStream stream) {
        var body = Body.read(stream, headers, settings.envelopeMaxBytes());
        var used = Usage.read(body);
        var name = name(id);
        return writes.run(Call.post(name.key(), caller.tenant(), uri, headers, body), () -> {
            var session = sessions.addUsage(name, used.usage(), used.model());
            return Answer.of(200, session.usage()).version(session.version());
        });
    }

    @GET
    @Path("{id}/metadata")
    public Response metadata(@PathParam("id") String id) {
        var session = sessions.get(name(id));
        return Response.ok(session.metadata())
                .header(HttpHeaders.ETAG, Answer.tag(session.version()))
                .build();
    }

    @PUT
    @Path("{id}/metadata")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response replaceMetadata(@PathParam("id") String id, InputStream stream) {
        var metadata = NewSession.document(Body.read(stream, headers, settings.envelopeMaxBytes()));
        var name = name(id);
        return writes.run(
                Call.of(name.key()),
                () -> metadata(sessions.replaceMetadata(name, metadata, Precondition.of(headers))));
    }

    @PATCH
    @Path("{id}/metadata")
    @Consumes({MediaType.APPLICATION_JSON, MERGE_PATCH})
    public Response patchMetadata(@PathParam("id") String id, InputStream stream) {
        var patch = new SessionPatch()
                .metadata(NewSession.document(Body.read(stream, headers, settings.envelopeMaxBytes())));
        var name = name(id);
        return writes.run(Call.of(name.key()), () -> metadata(sessions.patch(name, patch, Precondition.of(headers))));
    }

    private static Answer metadata(SessionInfo session) {
        return new Answer(200, Map.of(), session.metadata()).version(session.version());
    }

    private static Response answer(SessionInfo session) {
        return Response.ok(session)
                .header(HttpHeaders.ETAG, Answer.tag(session.version()))
                .build();
    }

    private SessionName name(String id) {
        return SessionName.of(caller.tenant(), namespace, id);
    }
}
