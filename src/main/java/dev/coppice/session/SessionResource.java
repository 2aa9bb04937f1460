package dev.coppice.session;

import dev.coppice.access.Request;
import dev.coppice.idempotency.Answer;
import dev.coppice.json.MergePatch;
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
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.Map;

/** HTTP resource that reads and changes one session: its fields, metadata and usage. */
@Path("v1/sessions/{session}")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class SessionResource {
    @Inject
    private Sessions sessions;

    @Inject
    private Request request;

    @GET
    public Response get() {
        var session = sessions.get(SessionName.of(request));
        return Answer.current(session, session.version());
    }

    @HEAD
    @Produces(MediaType.WILDCARD)
    public Response exists() {
        var session = sessions.get(SessionName.of(request));
        return Response.ok()
                .header(HttpHeaders.ETAG, Answer.tag(session.version()))
                .build();
    }

    @PUT
    @Consumes({MediaType.APPLICATION_JSON, MediaType.WILDCARD})
    public Response getOrCreate(InputStream stream) {
        var fields = NewSession.read(request.optionalBody(stream), true).allowedFor(request);
        var name = SessionName.of(request);
        return request.write(name.key(), () -> {
            var result = sessions.getOrCreate(name, fields, request.precondition());
            return Answer.of(result.created() ? 201 : 200, result.session())
                    .version(result.session().version());
        });
    }

    @PATCH
    @Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
    public Response patch(InputStream stream) {
        var patch = SessionPatch.read(request.body(stream));
        var name = SessionName.of(request);
        return request.write(name.key(), () -> {
            var patched = sessions.patch(name, patch, request.precondition());
            return Answer.of(200, patched).version(patched.version());
        });
    }

    @DELETE
    @Produces(MediaType.WILDCARD)
    public Response delete() {
        var name = SessionName.of(request);
        return request.write(name.key(), () -> {
            sessions.delete(name, request.precondition());
            return Answer.noContent();
        });
    }

    @POST
    @Path("usage")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response addUsage(InputStream stream) {
        var body = request.body(stream);
        var added = Usage.read(body);
        var name = SessionName.of(request);
        return request.post(name.key(), body, () -> {
            var session = sessions.addUsage(name, added.usage(), added.model());
            return Answer.of(200, session.usage()).version(session.version());
        });
    }

    @GET
    @Path("metadata")
    public Response metadata() {
        return metadata(sessions.get(SessionName.of(request))).toResponse();
    }

    @PUT
    @Path("metadata")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response replaceMetadata(InputStream stream) {
        var metadata = NewSession.readMetadata(request.body(stream));
        var name = SessionName.of(request);
        return request.write(
                name.key(), () -> metadata(sessions.replaceMetadata(name, metadata, request.precondition())));
    }

    @PATCH
    @Path("metadata")
    @Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
    public Response patchMetadata(InputStream stream) {
        var patch = new SessionPatch().metadata(NewSession.readMetadata(request.body(stream)));
        var name = SessionName.of(request);
        return request.write(name.key(), () -> metadata(sessions.patch(name, patch, request.precondition())));
    }

    private static Answer metadata(SessionInfo session) {
        return new Answer(200, Map.of(), session.metadata()).version(session.version());
    }
}
