package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.api.Page;
import dev.coppice.api.Parameters;
import dev.coppice.format.MessageBody;
import dev.coppice.idempotency.Answer;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import dev.coppice.json.RawJson;
import dev.coppice.message.Append.Parent;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.ApplicationScoped;
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
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** HTTP resource of a session's messages: appends, updates, deletes and reads them. */
@Path("v1/sessions/{session}/messages")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class MessagesResource {
    /**
     * Maximum number of ids in one DELETE request. The ids must fit into a URL, and the session must not be locked for
     * long.
     */
    private static final int MAX_IDS = 1000;

    @Inject
    private Messages messages;

    @Inject
    private Entries entries;

    @Inject
    private SyncCompaction syncCompaction;

    @Inject
    private Request request;

    @Inject
    private Settings settings;

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response append(
            @QueryParam("create") String create, @QueryParam("compaction") String compaction, InputStream stream) {
        if (isSync(compaction)) {
            syncCompaction.request();
        }
        var body = request.body(stream, settings.bodyMaxBytes());
        var append = Append.read(body, settings.appendMaxMessages(), settings.messageMaxBytes());
        var name = SessionName.of(request);
        boolean createSession = Parameters.flag("create", create);
        var response = request.post(
                name.key(), body, () -> answer(messages.append(name, append, createSession, request.precondition())));
        return syncCompaction.compaction() == null ? response : withCompaction(response, syncCompaction.compaction());
    }

    private static boolean isSync(String compaction) {
        if (compaction == null || compaction.equals("async") || compaction.equals("sync")) {
            return "sync".equals(compaction);
        }
        throw Problem.at("compaction", Code.MALFORMED, "Query parameter `compaction` must be sync or async.");
    }

    /**
     * Returns the response of an append with a member {@code compaction}: the compaction that the append triggered. The
     * append was committed before the compaction ran.
     */
    private static Response withCompaction(Response response, Compaction compaction) {
        var answer = JsonInput.of((byte[]) response.getEntity());
        var body = JsonBody.object(out -> {
            answer.document(member -> copy(answer, member, out));
            out.writeFieldName("compaction");
            compaction.write(out);
        });
        return Response.fromResponse(response).entity(body).build();
    }

    private static void copy(JsonInput from, String member, JsonGenerator to) {
        try {
            to.writeFieldName(member);
            RawJson.write(to, from.slice(Code.INTERNAL));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a page of all messages of the session, on all branches, in the order of appending. */
    @GET
    public Response list(@QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return entries.list(SessionName.of(request), Page.limit(limit), cursor).toResponse(request.uri());
    }

    @DELETE
    public Response delete(@QueryParam("id") List<String> ids) {
        if (ids.isEmpty()) {
            throw new Problem(Code.MALFORMED, "Give the id of at least one message as the query parameter `id`.");
        }
        if (ids.size() > MAX_IDS) {
            throw new Problem(Code.OUT_OF_RANGE, "A request must not delete more than " + MAX_IDS + " messages.");
        }
        var name = SessionName.of(request);
        return request.write(name.key(), () -> Answer.of(200, new DeletedBody(messages.delete(name, ids))));
    }

    @GET
    @Path("{id}")
    public Response get(@PathParam("id") String id) {
        var entry = entries.get(SessionName.of(request), id);
        return Answer.current(entry, entry.version());
    }

    /**
     * Replaces the message with the id in the URL's path, or appends it if no message has this id: below the message
     * {@code parentId}, as a root if {@code root} is {@code true}, or else at the session's leaf.
     */
    @PUT
    @Path("{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response put(
            @PathParam("id") String id,
            @QueryParam("parentId") String parentId,
            @QueryParam("root") String root,
            InputStream stream) {
        Ids.check(id, "id");
        if (id.startsWith(Ids.RESERVED)) {
            throw new Problem(Code.RESERVED_ID, "Ids that begin with " + Ids.RESERVED + " are reserved for summaries.");
        }
        var message =
                MessageBody.of(request.body(stream, settings.bodyMaxBytes())).checkSize(settings.messageMaxBytes());
        if (message.id() != null && !message.id().equals(id)) {
            throw Problem.at("/id", Code.INVALID_MESSAGE, "The id must be the one in the path, or absent.");
        }
        var parentOfNew = parent(parentId, Parameters.flag("root", root));
        var name = SessionName.of(request);
        return request.write(name.key(), () -> {
            var put = messages.put(name, message.named(id), parentOfNew, request.precondition());
            return Answer.of(put.insertedAny() ? 201 : 200, put)
                    .version(put.appended().get(0).version());
        });
    }

    /**
     * Returns the parent that the query parameters {@code parentId} and {@code root} of a PUT name. If both are absent,
     * returns {@link Parent#LEAF}. An empty id counts as absent. Throws 422 {@code invalid} if both are given.
     */
    private static Parent parent(String id, boolean root) {
        if (id == null || id.isEmpty()) {
            return root ? Parent.ROOT : Parent.LEAF;
        }
        if (root) {
            throw Problem.at("root", Code.INVALID, "A root has no parent. Send either root or parentId.");
        }
        return Parent.of(id);
    }

    @DELETE
    @Path("{id}")
    @Produces(MediaType.WILDCARD)
    public Response delete(@PathParam("id") String id) {
        var name = SessionName.of(request);
        return request.write(name.key(), () -> {
            messages.delete(name, id, request.precondition());
            return Answer.noContent();
        });
    }

    @GET
    @Path("{id}/children")
    public Response children(
            @PathParam("id") String id, @QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return entries.children(SessionName.of(request), id, Page.limit(limit), cursor)
                .toResponse(request.uri());
    }

    private static Answer answer(Appended appended) {
        return Answer.of(appended.insertedAny() ? 201 : 200, appended).version(appended.version());
    }

    private record DeletedBody(Messages.Deleted result) implements JsonBody {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            write(out, "deleted", result.deleted());
            write(out, "unknown", result.unknown());
            out.writeEndObject();
        }

        private static void write(JsonGenerator out, String field, List<String> ids) throws IOException {
            out.writeArrayFieldStart(field);
            for (var id : ids) {
                out.writeString(id);
            }
            out.writeEndArray();
        }
    }
}
