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
 * The current request below {@code /v1}: its caller, headers and body, and its execution in a transaction. {@link
 * Authentication} sets it once; beans other than resources cannot inject these values with {@code @Context}.
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

    void set(ContainerRequestContext context) {
        this.context = context;
    }

    /** The tenant of the caller's token, the only source of a request's tenant. */
    public String tenant() {
        return caller.tenant();
    }

    /** The caller's token, for an answer that outlives the request and has to check for a revocation. */
    public String token() {
        return Authentication.token(header(HttpHeaders.AUTHORIZATION));
    }

    /** Path and query of the request, also for building links. */
    public UriInfo uri() {
        return context.getUriInfo();
    }

    /** The values of a header, joined by commas, or null. */
    public String header(String name) {
        return context.getHeaderString(name);
    }

    /** The precondition of {@code If-Match} and {@code If-None-Match}; 400 {@code malformed} if a header is invalid. */
    public Precondition precondition() {
        return Precondition.of(header(HttpHeaders.IF_MATCH), header(HttpHeaders.IF_NONE_MATCH));
    }

    /** All bytes of a body without messages; 413 {@code too-large} above {@code coppice.envelope.max-bytes}. */
    public byte[] body(InputStream stream) {
        return body(stream, settings.envelopeMaxBytes());
    }

    /** All bytes of the body; 413 {@code too-large} above the limit. */
    public byte[] body(InputStream stream, int limit) {
        return bodyReader.read(stream, header(HttpHeaders.CONTENT_LENGTH), limit);
    }

    /** Reserves memory for an answer that is built in memory; 503 {@code busy} if no memory becomes free in time. */
    public void reserveMemory(long bytes) {
        bodyReader.reserveMemory(bytes);
    }

    /** All bytes of an optional body, empty without one; 415 {@code not-json} for a body of another type. */
    public byte[] optionalBody(InputStream stream) {
        return optionalBody(stream, settings.envelopeMaxBytes());
    }

    /** Like {@link #optionalBody(InputStream)}, with another limit. */
    public byte[] optionalBody(InputStream stream, int limit) {
        var body = body(stream, limit);
        BodyReader.checkJson(body, context.getMediaType());
        return body;
    }

    /** The body of a route that needs none: empty, or an empty JSON object. */
    public byte[] emptyBody(InputStream stream) {
        var body = body(stream);
        BodyReader.checkEmpty(body);
        return body;
    }

    /** Executes a write that concerns no session, in a transaction. */
    public Response write(Supplier<Answer> work) {
        return write(null, work);
    }

    /**
     * Executes a PUT, PATCH or DELETE in a transaction. These methods are idempotent, so no idempotency key is stored.
     *
     * @param session key of the session that is written, or null
     */
    public Response write(String session, Supplier<Answer> work) {
        return transactionRetry.run(IdempotentRequest.of(session), work);
    }

    /** Executes a POST to a session in a transaction; a repetition with the same idempotency key gets the stored answer. */
    public Response post(String session, byte[] body, Supplier<Answer> work) {
        return transactionRetry.run(idempotentPost(session, body), work);
    }

    /**
     * Executes a POST whose work takes long, outside of a transaction; the answer is stored under its idempotency key
     * afterwards. Two concurrent requests with one key may both do the work, but both get the same answer.
     */
    public Response slowPost(String session, byte[] body, Supplier<Answer> work) {
        var idempotent = idempotentPost(session, body);
        var stored = idempotencyStore.find(idempotent);
        if (stored.isPresent()) {
            return stored.get().toResponse();
        }
        var answer = work.get();
        return idempotent.key() == null ? answer.toResponse() : transactionRetry.run(idempotent, () -> answer);
    }

    /**
     * Executes a POST to a session that creates another session: like {@link #post(String, byte[], Supplier)}, but the
     * stored answer is removed with the created session.
     */
    public Response post(String session, String created, byte[] body, Supplier<Answer> work) {
        return transactionRetry.run(idempotentPost(session, body).creating(created), work);
    }

    /** The key and fingerprint of a POST, by which a repeated request is recognized. */
    public IdempotentRequest idempotentPost(String session, byte[] body) {
        return IdempotentRequest.post(
                session, tenant(), uri(), context.getHeaders().get(IdempotentRequest.HEADER), body);
    }
}
