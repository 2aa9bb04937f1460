package dev.coppice.openai;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.access.Request;
import dev.coppice.api.Precondition;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotentRequest;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.session.SessionsByAge;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** HTTP resource of conversations, as OpenAI's Conversations API defines it. */
@Path("v1/conversations")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class ConversationsResource {
    /** Name of the path parameter with the id of the conversation. */
    static final String ID = "conversation";

    private static final byte[] EMPTY = "{}".getBytes(StandardCharsets.UTF_8);

    @Inject
    private Sessions sessions;

    @Inject
    private SessionsByAge sessionsByAge;

    @Inject
    private ConversationItems items;

    @Inject
    private ItemPages pages;

    @Inject
    private ItemWriter writer;

    @Inject
    private Request request;

    @Inject
    private Settings settings;

    @Inject
    private OpenAiSettings openAi;

    /**
     * Creates a conversation together with its items. If an item is refused, the conversation is not created either.
     */
    @POST
    public Response create(InputStream stream) {
        var body = request.optionalBody(stream, settings.bodyMaxBytes());
        var sent = read(body);
        var name = ConversationName.create(request);
        return request.postIn(name.namespace(), name.key(), body, () -> {
            var created = sessions.create(name, withMetadata(sent.metadata()));
            if (sent.items() != null && !sent.items().entries().isEmpty()) {
                writer.add(name, sent.items());
            }
            return Answer.of(200, new ConversationBody(created));
        });
    }

    private static NewSession withMetadata(byte[] metadata) {
        return new NewSession(null, null, null, null, null, null, null, null, metadata, null, null, null);
    }

    /**
     * Lists the conversations of a namespace. OpenAI's API has no such request. So if {@code coppice.openai.strict} is
     * set, throws 404 {@code no-such-route}. Throws an error 400 if the request has the parameter {@code before}, and
     * 404 if the conversation that {@code after} names does not exist.
     */
    @GET
    public Response list() {
        if (openAi.strict()) {
            throw new Problem(
                    Code.NO_SUCH_ROUTE, "OpenAI has no list of conversations, and coppice.openai.strict is set.");
        }
        var parameters = ListParameters.of(request.uri().getQueryParameters(), false);
        if (parameters.before() != null) {
            throw OpenAiProblem.invalid("before", "invalid_value", "The list of conversations has no 'before'.");
        }
        var namespace = Ids.checkNamespace(ConversationName.namespace(request));
        try {
            return Response.ok(ListBody.of(sessionsByAge.list(
                            request.tenant(),
                            namespace,
                            ListParameters.metadata(request.uri().getQueryParameters()),
                            parameters.after(),
                            parameters.ascending(),
                            parameters.limit())))
                    .build();
        } catch (Problem e) {
            throw e.code() == Code.SESSION_NOT_FOUND ? OpenAiProblem.noConversation(parameters.after()) : e;
        }
    }

    @GET
    @Path("{conversation}")
    public Response get(@PathParam(ID) String id) {
        return Response.ok(new ConversationBody(sessions.get(name(id)))).build();
    }

    /**
     * Replaces the metadata of a conversation; null in the body removes all of it. Throws an error 400 if the body has
     * no member {@code metadata}, or if the metadata breaks a rule of {@link Metadata}.
     */
    @POST
    @Path("{conversation}")
    public Response update(@PathParam(ID) String id, InputStream stream) {
        var body = request.optionalBody(stream);
        var sent = read(body);
        if (!sent.hasMetadata()) {
            throw OpenAiProblem.missing("metadata");
        }
        var name = name(id);
        var metadata = sent.metadata() == null ? EMPTY : sent.metadata();
        return request.postIn(
                name.namespace(),
                name.key(),
                body,
                () -> Answer.of(
                        200, new ConversationBody(sessions.replaceMetadata(name, metadata, Precondition.NONE))));
    }

    /**
     * Deletes the session of a conversation with its messages. In contrast, OpenAI keeps the items of a deleted
     * conversation.
     */
    @DELETE
    @Path("{conversation}")
    public Response delete(@PathParam(ID) String id) {
        var name = name(id);
        return request.write(name.key(), () -> {
            sessions.delete(name, Precondition.NONE);
            return Answer.of(200, new DeletedBody(id, null));
        });
    }

    @POST
    @Path("{conversation}/items")
    public Response addItems(@PathParam(ID) String id, InputStream stream) {
        var body = request.optionalBody(stream, settings.bodyMaxBytes());
        var sent = read(body);
        if (sent.items() == null) {
            throw OpenAiProblem.missing("items");
        }
        var name = name(id);
        return request.postIn(
                name.namespace(),
                name.key(),
                body,
                () -> storable(Answer.of(200, ListBody.of(writer.addAndList(name, sent.items()), false))));
    }

    /**
     * Returns an answer unchanged if it may be stored under an idempotency key, or if the request has no such key.
     * Throws 413 {@code too-large} if an answer to be stored is larger than a message may be, because the database may
     * refuse a larger value.
     */
    private Answer storable(Answer answer) {
        if (request.header(IdempotentRequest.HEADER) != null && answer.body().length > settings.messageMaxBytes()) {
            throw new Problem(
                    Code.TOO_LARGE,
                    "With an Idempotency-Key, the items of a request must not have more than "
                            + settings.messageMaxBytes() + " bytes together. Send them in several requests.");
        }
        return answer;
    }

    @GET
    @Path("{conversation}/items")
    public Response listItems(@PathParam(ID) String id) {
        return Response.ok(pages.list(name(id), ListParameters.of(request.uri().getQueryParameters(), openAi.strict())))
                .build();
    }

    @GET
    @Path("{conversation}/items/{item}")
    public Response getItem(@PathParam(ID) String id, @PathParam("item") String item) {
        return Response.ok(items.find(name(id), item).item().json()).build();
    }

    @DELETE
    @Path("{conversation}/items/{item}")
    public Response deleteItem(@PathParam(ID) String id, @PathParam("item") String item) {
        var name = name(id);
        return request.write(name.key(), () -> {
            items.delete(name, item);
            return Answer.of(200, new DeletedBody(item, new ConversationBody(sessions.get(name))));
        });
    }

    private SessionName name(String id) {
        return ConversationName.of(request, id, openAi.strict());
    }

    private ConversationRequest read(byte[] body) {
        return new ConversationRequest.Reader(openAi.strict(), settings.appendMaxMessages(), settings.messageMaxBytes())
                .read(body);
    }
}
