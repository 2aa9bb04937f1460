package dev.coppice.context;

import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.agent.BlockSpec;
import dev.coppice.api.Page;
import dev.coppice.idempotency.Answer;
import dev.coppice.session.SessionName;
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
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/** HTTP resource that reads and writes the context blocks of a session. */
@Path("v1/sessions/{session}/context")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ContextBlocksResource {
    @Inject
    private ContextBlocks blocks;

    @Inject
    private Request request;

    @Inject
    private Settings settings;

    @Inject
    private ContextSettings contextSettings;

    /** Returns all blocks in the order in which the system prompt contains them, in one answer without pages. */
    @GET
    public Response list() {
        return new Page<>(blocks.list(SessionName.of(request)), null).toResponse(request.uri());
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(InputStream stream) {
        var body = request.body(stream);
        var spec = BlockSpec.of(body);
        var name = SessionName.of(request);
        return request.post(name.key(), body, () -> answer(201, blocks.add(name, spec)));
    }

    @GET
    @Path("{label}")
    public Response get(@PathParam("label") String label) {
        return answer(200, blocks.get(SessionName.of(request), label)).toResponse();
    }

    @PUT
    @Path("{label}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response replace(@PathParam("label") String label, InputStream stream) {
        var content = content(request.body(stream, contextSettings.bodyMaxBytes(settings)));
        var name = SessionName.of(request);
        return request.write(
                name.key(), () -> answer(200, blocks.replace(name, label, content, request.precondition())));
    }

    @DELETE
    @Path("{label}")
    @Produces(MediaType.WILDCARD)
    public Response remove(@PathParam("label") String label) {
        var name = SessionName.of(request);
        return request.write(name.key(), () -> {
            blocks.remove(name, label, request.precondition());
            return Answer.noContent();
        });
    }

    @POST
    @Path("{label}/append")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response append(@PathParam("label") String label, InputStream stream) {
        var body = request.body(stream, contextSettings.bodyMaxBytes(settings));
        var content = content(body);
        var name = SessionName.of(request);
        return request.post(
                name.key(), body, () -> answer(200, blocks.append(name, label, content, request.precondition())));
    }

    @GET
    @Path("{label}/versions")
    public Response versions(
            @PathParam("label") String label, @QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return blocks.versions(SessionName.of(request), label, Page.limit(limit), cursor)
                .toResponse(request.uri());
    }

    @POST
    @Path("{label}/versions")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response restore(@PathParam("label") String label, InputStream stream) {
        var body = request.body(stream);
        long version = RestoreBody.read(body).version();
        var name = SessionName.of(request);
        return request.post(
                name.key(), body, () -> answer(200, blocks.restore(name, label, version, request.precondition())));
    }

    private static String content(byte[] body) {
        return ContentBody.text(body).content();
    }

    private static Answer answer(int status, BlockContent block) {
        return Answer.of(status, block).version(block.version());
    }
}
