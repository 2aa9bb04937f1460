package dev.coppice.compaction;

import dev.coppice.Ids;
import dev.coppice.Settings;
import dev.coppice.access.Caller;
import dev.coppice.json.JsonInput;
import dev.coppice.session.SessionName;
import dev.coppice.web.Answer;
import dev.coppice.web.Call;
import dev.coppice.web.Calls;
import dev.coppice.web.Intake;
import dev.coppice.web.Writes;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
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

/** Compacts a session now. */
@Path("v1/sessions/{session}/compact")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class CompactResource {
    @Inject
    private Compactor compactor;

    @Inject
    private Calls calls;

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

    /** No transaction is open while the summariser works, so the answer of a key is stored afterwards. */
    @POST
    public Response compact(InputStream stream) {
        var body = intake.read(stream, headers, settings.envelopeMaxBytes());
        Intake.checkJson(body, headers);
        var leafId = leafId(body);
        var name = SessionName.of(caller.tenant(), namespace, session);
        var call = Call.post(name.key(), caller.tenant(), uri, headers, body);
        var before = calls.answered(call);
        if (before.isPresent()) {
            return before.get().toResponse();
        }
        var answer = Answer.of(200, compactor.compact(name, leafId));
        return call.key() == null ? answer.toResponse() : writes.run(call, () -> answer);
    }

    private static String leafId(byte[] body) {
        var leafId = new String[1];
        if (body.length > 0) {
            var in = JsonInput.of(body);
            in.document(field -> {
                if (field.equals("leafId")) {
                    leafId[0] = in.isNull() ? null : Ids.check(in.string(), in.pointer());
                } else {
                    in.unknown();
                }
            });
        }
        return leafId[0];
    }
}
