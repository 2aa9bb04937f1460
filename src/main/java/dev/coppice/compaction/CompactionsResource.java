package dev.coppice.compaction;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotencyStore;
import dev.coppice.json.Envelope;
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
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * HTTP resource of stored compactions: adds a compaction with a summary from the client, lists compactions, and undoes
 * them.
 */
@Path("v1/sessions/{session}/compactions")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class CompactionsResource {
    @Inject
    private Overlays overlays;

    @Inject
    private ManualCompactions manualCompactions;

    @Inject
    private IdempotencyStore idempotencyStore;

    @Inject
    private Request request;

    @GET
    public Response list(@QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return overlays.list(SessionName.of(request), Page.limit(limit), cursor).toResponse(request.uri());
    }

    /**
     * Adds a compaction with a summary that the client wrote. The tool calls of the path are checked before the request
     * enters the session's queue of writers, because the check may take seconds for a long path.
     */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(InputStream stream) {
        var body = request.body(stream);
        var summary = RangeSummary.read(body);
        var name = SessionName.of(request);
        var before = idempotencyStore.find(request.idempotentPost(name.key(), body));
        if (before.isPresent()) {
            return before.get().toResponse();
        }
        var draft = manualCompactions.draft(name, summary.range());
        return request.post(name.key(), body, () -> Answer.of(201, overlays.add(name, draft, summary.text())));
    }

    @DELETE
    @Path("{id}")
    @Produces(MediaType.WILDCARD)
    public Response undo(@PathParam("id") String id) {
        var name = SessionName.of(request);
        return request.write(name.key(), () -> {
            overlays.remove(name, id);
            return Answer.noContent();
        });
    }

    /**
     * Request body to add a compaction.
     *
     * @param range the messages that the summary replaces
     * @param text the summary
     */
    record RangeSummary(CompactionRange range, String text) {
        static RangeSummary read(byte[] body) {
            var in = JsonInput.of(body);
            var fields = new HashMap<String, String>();
            var extend = new AtomicBoolean();
            Envelope.document(in, field -> switch (field) {
                case "fromMessageId", "toMessageId" -> () -> fields.put(field, Ids.check(in.string(), in.pointer()));
                case "summary" -> () -> fields.put(field, Ids.checkUnicode(in.string(), in.pointer()));
                case "extend" -> () -> extend.set(in.bool());
                case "expectedRangeVersion" -> () -> fields.put(field, in.string());
                default -> in.unknown();
            });
            var range = new CompactionRange(
                    required(fields, "fromMessageId"),
                    required(fields, "toMessageId"),
                    extend.get(),
                    fields.get("expectedRangeVersion"));
            return new RangeSummary(range, required(fields, "summary"));
        }

        private static String required(Map<String, String> fields, String name) {
            if (!fields.containsKey(name)) {
                throw Problem.at("/" + name, Code.INVALID, "This field is required.");
            }
            return fields.get(name);
        }
    }
}
