package dev.coppice.compaction;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotencyStore;
import dev.coppice.json.JsonInput;
import dev.coppice.message.Overlays;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;

/** Compactions over HTTP: laid over messages by hand, listed, undone. */
@Path("v1/sessions/{session}/compactions")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class CompactionsResource {
    @Inject
    private Overlays overlays;

    @Inject
    private ManualCompactions byHand;

    @Inject
    private IdempotencyStore calls;

    @Inject
    private Request request;

    @GET
    public Response list(@QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return overlays.list(SessionName.of(request), Page.limit(limit), cursor).toResponse(request.uri());
    }

    /** The calls of the path are looked at before the session's queue is entered: a long one takes seconds. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(InputStream stream) {
        var body = request.body(stream);
        var wanted = Wanted.read(body);
        var name = SessionName.of(request);
        var before = calls.answered(request.call(name.key(), body));
        if (before.isPresent()) {
            return before.get().toResponse();
        }
        var draft = byHand.draft(name, wanted.from(), wanted.to());
        return request.post(name.key(), body, () -> Answer.of(201, overlays.add(name, draft, wanted.summary())));
    }

    @DELETE
    @Path("{id}")
    @Produces(MediaType.WILDCARD)
    public Response undo(@PathParam("id") String id) {
        var name = SessionName.of(request);
        return request.write(name.key(), () -> {
            overlays.remove(name, id);
            return Answer.empty();
        });
    }

    /** What is to be laid over what. */
    private record Wanted(String from, String to, String summary) {
        static Wanted read(byte[] body) {
            var in = JsonInput.of(body);
            var read = new String[3];
            in.document(field -> {
                switch (field) {
                    case "fromMessageId" -> read[0] = Ids.check(in.string(), in.pointer());
                    case "toMessageId" -> read[1] = Ids.check(in.string(), in.pointer());
                    case "summary" -> read[2] = Ids.whole(in.string(), in.pointer());
                    default -> in.unknown();
                }
            });
            var names = new String[] {"/fromMessageId", "/toMessageId", "/summary"};
            for (int i = 0; i < read.length; i++) {
                if (read[i] == null) {
                    throw Problem.at(names[i], Code.INVALID, "This field is needed.");
                }
            }
            return new Wanted(read[0], read[1], read[2]);
        }
    }
}
