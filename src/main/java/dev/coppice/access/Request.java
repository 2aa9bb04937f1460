package dev.coppice.access;

import dev.coppice.Settings;
import dev.coppice.api.Precondition;
import dev.coppice.http.BodyReader;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotencyStore;
import dev.coppice.idempotency.IdempotentRequest;
import dev.coppice.idempotency.TransactionRetry;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.function.Supplier;

/**
 * The current request under {@code /v1} as resources see it: who makes it, what it says, and the manners in which it is
 * read and carried out. Set once, by the filter that checked the token: a filter is handed what {@code @Context} would
 * give to resources only.
 */
@RequestScoped
public class Request {
    @Inject
    private Caller caller;

    @Inject
    private BodyReader bodyReader;

    @Inject
    private TransactionRetry transactionRetry;

    @Inject
    private IdempotencyStore idempotencyStore;

    @Inject
    private Settings settings;

    private ContainerRequestContext context;

    void is(ContainerRequestContext context) {
        this.context = context;
    }

    /** The tenant of the caller's credential; there is no other way to name one. */
    public String tenant() {
        return caller.tenant();
    }

    /** The caller's token, for an answer that outlives the request and has to see whether the token still holds. */
    public String token() {
        return Authentication.token(header(HttpHeaders.AUTHORIZATION));
    }

    /** Its path and query, and what links are made from. */
    public UriInfo uri() {
        return context.getUriInfo();
    }

    /** The values of a header in one text, or null. */
    public String header(String name) {
        return context.getHeaderString(name);
    }

    /** What the writer expects of the thing it writes; 400 {@code malformed} when that cannot be read. */
    public Precondition expected() {
        return Precondition.of(header(HttpHeaders.IF_MATCH), header(HttpHeaders.IF_NONE_MATCH));
    }

    /** All bytes of a body that holds no message; 413 {@code too-large} beyond {@code coppice.envelope.max-bytes}. */
    public byte[] body(InputStream stream) {
        return body(stream, settings.envelopeMaxBytes());
    }

    /** All bytes of the body; 413 {@code too-large} beyond the limit. */
    public byte[] body(InputStream stream, int limit) {
        return bodyReader.read(stream, header(HttpHeaders.CONTENT_LENGTH), limit);
    }

    /** Finds room for so many bytes that an answer is made of in memory; 503 {@code busy} when there is none. */
    public void hold(long bytes) {
        bodyReader.hold(bytes);
    }

    /** A body that may be missing; 415 {@code not-json} when there is one of another type. */
    public byte[] bodyIfAny(InputStream stream) {
        return bodyIfAny(stream, settings.envelopeMaxBytes());
    }

    /** As {@link #bodyIfAny(InputStream)}, with another limit. */
    public byte[] bodyIfAny(InputStream stream, int limit) {
        var body = body(stream, limit);
        BodyReader.checkJson(body, context.getMediaType());
        return body;
    }

    /** The body of a route that takes none; an empty object is nothing too. */
    public byte[] noBody(InputStream stream) {
        var body = body(stream);
        BodyReader.checkEmpty(body);
        return body;
    }

    /** Carries out what writes no session, and needs no key. */
    public Response write(Supplier<Answer> work) {
        return write(null, work);
    }

    /**
     * Carries out a PUT, PATCH or DELETE: they are their own repetition.
     *
     * @param session the key of the session that is written, or null
     */
    public Response write(String session, Supplier<Answer> work) {
        return transactionRetry.run(IdempotentRequest.of(session), work);
    }

    /** Carries out a POST to a session: under an idempotency key once, and its answer is given again. */
    public Response post(String session, byte[] body, Supplier<Answer> work) {
        return transactionRetry.run(call(session, body), work);
    }

    /**
     * Carries out a POST whose work takes long, outside of any transaction: its answer is stored under an idempotency key
     * afterwards. Of two calls of a key at once both may work, and both are given one answer.
     */
    public Response slowPost(String session, byte[] body, Supplier<Answer> work) {
        var call = call(session, body);
        var before = idempotencyStore.answered(call);
        if (before.isPresent()) {
            return before.get().toResponse();
        }
        var answer = work.get();
        return call.key() == null ? answer.toResponse() : transactionRetry.run(call, () -> answer);
    }

    /**
     * Carries out a POST to a session by which another one is made: as {@link #post(String, byte[], Supplier)}, but its
     * answer is forgotten with that other one.
     */
    public Response post(String session, String made, byte[] body, Supplier<Answer> work) {
        return transactionRetry.run(call(session, body).making(made), work);
    }

    /** A POST as far as its repetition is concerned. */
    public IdempotentRequest call(String session, byte[] body) {
        return IdempotentRequest.post(
                session, tenant(), uri(), context.getHeaders().get(IdempotentRequest.HEADER), body);
    }
}
