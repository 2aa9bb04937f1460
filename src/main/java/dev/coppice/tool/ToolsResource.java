package dev.coppice.tool;

import dev.coppice.Problem;
import dev.coppice.Settings;
import dev.coppice.access.Caller;
import dev.coppice.session.SessionName;
import dev.coppice.web.Answer;
import dev.coppice.web.Call;
import dev.coppice.web.Intake;
import dev.coppice.web.Writes;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
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
import java.util.function.Supplier;

/** A session's tools over HTTP. */
@Path("v1/sessions/{session}/tools")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ToolsResource {
    @Inject
    private Tools tools;

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
    public ToolList list(@QueryParam("format") String format) {
        var wanted = Format.of(format);
        return new ToolList(tools.of(name()), wanted);
    }

    @POST
    @Path("{tool}")
    public Response call(@PathParam("tool") String tool, InputStream stream) {
        var body = intake.read(stream, headers, bodyMaxBytes());
        Intake.checkJson(body, headers);
        var arguments = Arguments.read(body);
        var name = name();
        var call = Call.post(name.key(), caller.tenant(), uri, headers, body);
        Supplier<Answer> work = () -> Answer.of(200, new ToolResult(tools.attempt(name, tool, arguments)));
        boolean writing = ToolName.of(tool).filter(ToolName::writes).isPresent();
        try {
            return writing || call.key() != null
                    ? writes.run(call, work)
                    : work.get().toResponse();
        } catch (Problem refusal) {
            return told(call, refusal);
        }
    }

    /** What was refused has been rolled back; the model is told, and the call of a key has its answer. */
    private Response told(Call call, Problem refusal) {
        var told = Answer.of(200, ToolResult.of(refusal).orElseThrow(() -> refusal));
        return call.key() == null ? told.toResponse() : writes.run(call, () -> told);
    }

    /** A text in JSON may be six times as long as it is. */
    private int bodyMaxBytes() {
        return Math.max(settings.envelopeMaxBytes(), settings.contextMaxBytes() * 6);
    }

    private SessionName name() {
        return SessionName.of(caller.tenant(), namespace, session);
    }
}
