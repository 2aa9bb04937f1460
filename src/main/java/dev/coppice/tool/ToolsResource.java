package dev.coppice.tool;

import dev.coppice.Problem;
import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.context.ContextSettings;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotentRequest;
import dev.coppice.idempotency.TransactionRetry;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.function.Supplier;

/** HTTP resource that lists and calls the tools of a session. */
@Path("v1/sessions/{session}/tools")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ToolsResource {
    @Inject
    private Tools tools;

    @Inject
    private Request request;

    @Inject
    private TransactionRetry transactionRetry;

    @Inject
    private Settings settings;

    @Inject
    private ContextSettings contextSettings;

    @GET
    public ToolList list(@QueryParam("format") String format) {
        var toolFormat = ToolFormat.of(format);
        return new ToolList(tools.of(SessionName.of(request)), toolFormat);
    }

    @POST
    @Path("{tool}")
    public Response call(@PathParam("tool") String tool, InputStream stream) {
        var body = request.optionalBody(stream, contextSettings.bodyMaxBytes(settings));
        var arguments = ToolArguments.read(body);
        var name = SessionName.of(request);
        var call = request.idempotentPost(name.key(), body);
        Supplier<Answer> work = () -> Answer.of(200, tools.attempt(name, tool, arguments));
        boolean writes = ToolName.of(tool).filter(ToolName::writes).isPresent();
        try {
            return writes || call.key() != null
                    ? transactionRetry.run(call, work)
                    : work.get().toResponse();
        } catch (Problem problem) {
            return errorResult(call, problem);
        }
    }

    /**
     * Converts the problem of a failed tool call to a result for the model. Throws the problem if the model cannot
     * correct it. Called after the transaction of the call was rolled back. If the client sent an idempotency key,
     * stores the response under this key.
     */
    private Response errorResult(IdempotentRequest call, Problem problem) {
        var answer = Answer.of(200, ToolResult.of(problem).orElseThrow(() -> problem));
        return call.key() == null ? answer.toResponse() : transactionRetry.run(call, () -> answer);
    }
}
