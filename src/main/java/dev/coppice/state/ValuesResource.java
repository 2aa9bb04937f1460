package dev.coppice.state;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import dev.coppice.api.Parameters;
import dev.coppice.idempotency.Answer;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;
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
import java.util.ArrayList;
import java.util.List;

/** HTTP resource of the values that a session stores under keys. */
@Path("v1/sessions/{session}/values")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ValuesResource {
    @Inject
    private Values values;

    @Inject
    private ValueReads reads;

    @Inject
    private Request request;

    @Inject
    private Settings settings;

    @Inject
    private StateSettings stateSettings;

    @GET
    public Response list(@QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return reads.list(SessionName.of(request), Page.limit(limit), cursor).toResponse(request.uri());
    }

    @GET
    @Path("{key}")
    public Response get(@PathParam("key") String key) {
        var value = reads.get(SessionName.of(request), key);
        return Answer.current(value, value.version());
    }

    @PUT
    @Path("{key}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response put(@PathParam("key") String key, @QueryParam("create") String create, InputStream stream) {
        Ids.check(key, "key");
        var value = NewValue.of(request.body(stream, settings.bodyMaxBytes()), stateSettings);
        var name = SessionName.of(request);
        boolean createSession = Parameters.flag("create", create);
        return request.write(name.key(), () -> {
            var saved = values.put(name, key, value, createSession, request.precondition());
            return Answer.of(saved.created() ? 201 : 200, saved).version(saved.version());
        });
    }

    @DELETE
    @Path("{key}")
    @Produces(MediaType.WILDCARD)
    public Response delete(@PathParam("key") String key) {
        Ids.check(key, "key");
        var name = SessionName.of(request);
        return request.write(name.key(), () -> {
            values.delete(name, key, request.precondition());
            return Answer.noContent();
        });
    }

    @GET
    @Path("{key}/items")
    public Response items(
            @PathParam("key") String key, @QueryParam("from") String from, @QueryParam("last") String last) {
        var window = reads.items(
                SessionName.of(request),
                key,
                from == null ? 0 : (int) Parameters.number("from", from, 0, Integer.MAX_VALUE),
                Parameters.count("last", last));
        return Answer.current(window, window.version());
    }

    @POST
    @Path("{key}/items")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response append(@PathParam("key") String key, @QueryParam("create") String create, InputStream stream) {
        Ids.check(key, "key");
        var body = request.body(stream, settings.bodyMaxBytes());
        var items = items(body);
        var name = SessionName.of(request);
        boolean createSession = Parameters.flag("create", create);
        return request.post(name.key(), body, () -> {
            var appended = values.append(name, key, items, createSession, request.precondition());
            return Answer.of(201, appended).version(appended.version());
        });
    }

    private List<ListItem> items(byte[] body) {
        var items = new ArrayList<ListItem>();
        var in = JsonInput.of(body);
        Envelope.document(
                in,
                field -> field.equals("items")
                        ? () -> items.addAll(NewValue.read(in, stateSettings, settings.appendMaxMessages()))
                        : in.unknown());
        if (items.isEmpty()) {
            throw Problem.at("/items", Code.INVALID, "The array items must have at least one item.");
        }
        return items;
    }
}
