package dev.coppice.state;

import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.api.Parameters;
import dev.coppice.idempotency.Answer;
import dev.coppice.json.MergePatch;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/** HTTP resource of the state object of a session. */
@Path("v1/sessions/{session}/state")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class StateResource {
    @Inject
    private States states;

    @Inject
    private Request request;

    @Inject
    private Settings settings;

    @Inject
    private StateSettings stateSettings;

    @GET
    public Response get() {
        var state = states.get(SessionName.of(request));
        return Answer.current(state, state.version());
    }

    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    public Response replace(@QueryParam("create") String create, InputStream stream) {
        var object = read(stream);
        var name = SessionName.of(request);
        boolean createSession = Parameters.flag("create", create);
        return request.write(
                name.key(), () -> answer(states.replace(name, object, createSession, request.precondition())));
    }

    @PATCH
    @Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
    public Response patch(@QueryParam("create") String create, InputStream stream) {
        var patch = read(stream);
        var name = SessionName.of(request);
        boolean createSession = Parameters.flag("create", create);
        return request.write(
                name.key(), () -> answer(states.patch(name, patch, createSession, request.precondition())));
    }

    /**
     * Returns the JSON object in the request's body, without white space around it. Throws 400 {@code malformed} if the
     * body is not a JSON object, 422 {@code invalid} if it contains duplicate keys or lone surrogates, 413
     * {@code too-large} if the object has more than {@code coppice.state.max-bytes} bytes.
     */
    private byte[] read(InputStream stream) {
        return States.object(ListItem.of(request.body(stream, settings.bodyMaxBytes()))
                .within(stateSettings.maxBytes())
                .json());
    }

    private static Answer answer(StateObject state) {
        return Answer.of(200, state).version(state.version());
    }
}
