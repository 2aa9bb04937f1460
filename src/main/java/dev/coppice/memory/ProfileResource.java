package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.Request;
import dev.coppice.idempotency.Answer;
import dev.coppice.json.JsonInput;
import dev.coppice.json.MergePatch;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/** HTTP resource of a user's profile. Its representation is the profile's JSON object itself. */
@Path("v1/users/{user}/profile")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ProfileResource {
    @Inject
    private Profiles profiles;

    @Inject
    private Analyses analyses;

    @Inject
    private Request request;

    @GET
    public Response get() {
        var profile = profiles.get(UserName.of(request));
        return Answer.current(profile, profile.version());
    }

    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    public Response put(InputStream stream) {
        var json = object(request.body(stream));
        var user = UserName.of(request);
        return request.write(user.key(), () -> {
            var put = profiles.put(user, json, request.precondition());
            return Answer.of(put.created() ? 201 : 200, put.profile())
                    .version(put.profile().version());
        });
    }

    @PATCH
    @Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
    public Response patch(InputStream stream) {
        var patch = object(request.body(stream));
        var user = UserName.of(request);
        return request.write(user.key(), () -> {
            var patched = profiles.patch(user, patch, request.precondition());
            return Answer.of(200, patched).version(patched.version());
        });
    }

    @DELETE
    @Produces(MediaType.WILDCARD)
    public Response delete() {
        var user = UserName.of(request);
        return request.write(user.key(), () -> {
            profiles.delete(user, request.precondition());
            return Answer.noContent();
        });
    }

    @POST
    public Response analyze(InputStream stream) {
        var body = request.optionalBody(stream);
        var analysisRequest = AnalysisRequest.read(body);
        var user = UserName.of(request);
        return request.slowPost(user.key(), body, () -> {
            var analysis = analyses.analyze(user, analysisRequest);
            return Answer.of(200, analysis).version(analysis.version());
        });
    }

    /**
     * Returns the body as it was sent, but without white space around it. Throws 400 {@code malformed} if it is not a
     * JSON object, 422 {@code invalid} if an object in it has a name twice or a text has a lone surrogate.
     */
    private static byte[] object(byte[] body) {
        var in = JsonInput.of(body);
        if (!in.atObject()) {
            throw Problem.at("", Code.MALFORMED, "A profile must be a JSON object.");
        }
        var object = in.slice(Code.INVALID);
        in.end();
        return object;
    }
}
