package dev.coppice.session;

import dev.coppice.Settings;
import dev.coppice.access.Caller;
import dev.coppice.web.Answer;
import dev.coppice.web.Call;
import dev.coppice.web.Intake;
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
import java.util.Map;

/** A session over HTTP: its own fields, its metadata, its usage. */
@Path("v1/sessions/{session}")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class SessionResource {
    static final String MERGE_PATCH = "application/merge-patch+json";

    @Inject
    private Sessions sessions;

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

    @PathParam("session")
    private String session;

    @QueryParam("namespace")
    private String namespace;

    @GET
    public Response get() {
        return answer(sessions.get(name()));
    }

    @HEAD
    @Produces(MediaType.WILDCARD)
    public Response exists() {
        var session = sessions.get(name());
        return Response.ok()
                .header(HttpHeaders.ETAG, Answer.tag(session.version()))
                .build();
    }

    @PUT
    @Consumes({MediaType.APPLICATION_JSON, MediaType.WILDCARD})
    public Response getOrCreate(InputStream stream) {
        var body = intake.read(stream, headers, settings.envelopeMaxBytes());
        Intake.checkJson(body, headers);
        var wanted = NewSession.read(body, true);
        var name = name();
        return writes.run(Call.of(name.key()), () -> {
            var got = sessions.getOrCreate(name, wanted, Precondition.of(headers));
            return Answer.of(got.created() ? 201 : 200, got.session())
                    .version(got.session().version());
        });
    }

    @PATCH
    @Consumes({MediaType.APPLICATION_JSON, MERGE_PATCH})
    public Response patch(InputStream stream) {
        var patch = SessionPatch.read(intake.read(stream, headers, settings.envelopeMaxBytes()));
        var name = name();
        return writes.run(Call.of(name.key()), () -> {
            var patched = sessions.patch(name, patch, Precondition.of(headers));
            return Answer.of(200, patched).version(patched.version());
        });
    }

    @DELETE
    @Produces(MediaType.WILDCARD)
    public Response delete() {
        var name = name();
        return writes.run(Call.of(name.key()), () -> {
            sessions.delete(name, Precondition.of(headers));
            return Answer.empty();
        });
    }

    @POST
    @Path("usage")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response addUsage(InputStream stream) {
        var body = intake.read(stream, headers, settings.envelopeMaxBytes());
        var used = Usage.read(body);
        var name = name();
        return writes.run(Call.post(name.key(), caller.tenant(), uri, headers, body), () -> {
            var session = sessions.addUsage(name, used.usage(), used.model());
            return Answer.of(200, session.usage()).version(session.version());
        });
    }

    @GET
    @Path("metadata")
    public Response metadata() {
        var session = sessions.get(name());
        return Response.ok(session.metadata())
                .header(HttpHeaders.ETAG, Answer.tag(session.version()))
                .build();
    }

    @PUT
    @Path("metadata")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response replaceMetadata(InputStream stream) {
        var metadata = NewSession.document(intake.read(stream, headers, settings.envelopeMaxBytes()));
        var name = name();
        return writes.run(
                Call.of(name.key()),
                () -> metadata(sessions.replaceMetadata(name, metadata, Precondition.of(headers))));
    }

    @PATCH
    @Path("metadata")
    @Consumes({MediaType.APPLICATION_JSON, MERGE_PATCH})
    public Response patchMetadata(InputStream stream) {
        var patch = new SessionPatch()
                .metadata(NewSession.document(intake.read(stream, headers, settings.envelopeMaxBytes())));
        var name = name();
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

    private SessionName name() {
        return SessionName.of(caller.tenant(), namespace, session);
    }
}
