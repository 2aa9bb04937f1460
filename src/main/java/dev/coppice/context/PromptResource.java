package dev.coppice.context;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
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

/** The system prompt over HTTP. */
@Path("v1/sessions/{session}/prompt")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class PromptResource {
    @Inject
    private Prompts prompts;

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

    /** Reading it the first time keeps it; nothing that a reader could notice otherwise is written. */
    @GET
    public Response freeze(@QueryParam("reminder") String reminder) {
        if (reminder != null && !reminder.equals("true") && !reminder.equals("false")) {
            throw Problem.at("reminder", Code.MALFORMED, "reminder is true or false.");
        }
        return Response.ok(prompts.freeze(name(), "true".equals(reminder))).build();
    }

    @POST
    @Path("refresh")
    public Response refresh(InputStream stream) {
        var body = intake.read(stream, headers, settings.envelopeMaxBytes());
        Intake.checkEmpty(body);
        var name = name();
        var call = Call.post(name.key(), caller.tenant(), uri, headers, body);
        var rendering = prompts.render(name);
        return writes.run(call, () -> Answer.of(200, prompts.refresh(name, rendering)));
    }

    private SessionName name() {
        return SessionName.of(caller.tenant(), namespace, session);
    }
}
