package dev.coppice.context;

import dev.coppice.Settings;
import dev.coppice.access.Caller;
import dev.coppice.agent.BlockSpec;
import dev.coppice.json.JsonInput;
import dev.coppice.session.SessionName;
import dev.coppice.web.Answer;
import dev.coppice.web.Call;
import dev.coppice.web.Intake;
import dev.coppice.web.Page;
import dev.coppice.web.Precondition;
import dev.coppice.web.Writes;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
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

/** The context blocks of a session over HTTP. */
@Path("v1/sessions/{session}/context")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ContextResource {
    @Inject
    private ContextBlocks blocks;

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

    /** All blocks in the order of the prompt: there are few. */
    @GET
    public Response list() {
        return new Page<>(blocks.list(name()), null).toResponse(uri);
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(InputStream stream) {
        var body = intake.read(stream, headers, settings.envelopeMaxBytes());
        var spec = BlockSpec.of(body);
        var name = name();
        return writes.run(
                Call.post(name.key(), caller.tenant(), uri, headers, body), () -> answer(201, blocks.add(name, spec)));
    }

    @GET
    @Path("{label}")
    public Response get(@PathParam("label") String label) {
        return answer(200, blocks.get(name(), label)).toResponse();
    }

    @PUT
    @Path("{label}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response replace(@PathParam("label") String label, InputStream stream) {
        var content = content(intake.read(stream, headers, bodyMaxBytes()));
        var name = name();
        return writes.run(
                Call.of(name.key()), () -> answer(200, blocks.replace(name, label, content, Precondition.of(headers))));
    }

    @DELETE
    @Path("{label}")
    @Produces(MediaType.WILDCARD)
    public Response remove(@PathParam("label") String label) {
        var name = name();
        return writes.run(Call.of(name.key()), () -> {
            blocks.remove(name, label, Precondition.of(headers));
            return Answer.empty();
        });
    }

    @POST
    @Path("{label}/append")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response append(@PathParam("label") String label, InputStream stream) {
        var body = intake.read(stream, headers, bodyMaxBytes());
        var content = content(body);
        var name = name();
        return writes.run(
                Call.post(name.key(), caller.tenant(), uri, headers, body),
                () -> answer(200, blocks.append(name, label, content, Precondition.of(headers))));
    }

    @GET
    @Path("{label}/versions")
    public Response versions(
            @PathParam("label") String label, @QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return blocks.versions(name(), label, Page.limit(limit), cursor).toResponse(uri);
    }

    @POST
    @Path("{label}/versions")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response restore(@PathParam("label") String label, InputStream stream) {
        var body = intake.read(stream, headers, settings.envelopeMaxBytes());
        var in = JsonInput.of(body);
        var version = new long[1];
        in.document(field -> {
            if (field.equals("version")) {
                version[0] = in.integer(1, Long.MAX_VALUE);
            } else {
                in.unknown();
            }
        });
        var name = name();
        return writes.run(
                Call.post(name.key(), caller.tenant(), uri, headers, body),
                () -> answer(200, blocks.restore(name, label, version[0], Precondition.of(headers))));
    }

    /** A text in JSON may be six times as long as it is. */
    private int bodyMaxBytes() {
        return Math.max(settings.envelopeMaxBytes(), settings.contextMaxBytes() * 6);
    }

    private static String content(byte[] body) {
        return TextBody.read(body).content();
    }

    private static Answer answer(int status, BlockValue block) {
        return Answer.of(status, block).version(block.version());
    }

    private SessionName name() {
        return SessionName.of(caller.tenant(), namespace, session);
    }
}
