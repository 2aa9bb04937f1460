package dev.coppice.access;

import dev.coppice.Settings;
import dev.coppice.api.Precondition;
import dev.coppice.http.BodyReader;
import dev.coppice.idempotency.Answer;
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
 * The current request below {@code /v1} or {@code /mcp}: its caller, headers and body. Executes the work of a writing
 * request in a transaction. {@link Authentication} calls {@link #set} once per request, because this class cannot
 * inject the headers and the URI: only resource classes can ({@code @Context}).
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
    private Settings settings;

    private ContainerRequestContext context;

    void set(ContainerRequestContext context) {
        this.context = context;
    }

    /**
     * Returns the tenant of the caller's bearer token. The path, query and body of a request cannot select another
     * tenant.
     */
    public String tenant() {
        return caller.tenant();
    }

    /**
     * Returns the display name of the caller's token, or the subject of a token of the OpenID provider. Null if the
     * token has neither.
     */
    public String tokenName() {
        return caller.tokenName();
    }

    /** Returns the caller as the audit log names it. */
    public Actor actor() {
        return caller.actor();
    }

    /** True if the bearer token of the caller has {@code scope} or a scope that includes it. */
    public boolean has(Scope scope) {
        return caller.has(scope);
    }

    /** Returns the caller's bearer token. Event streams need it to check later whether it was revoked. */
    public String token() {
        return Authentication.token(header(HttpHeaders.AUTHORIZATION));
    }

    /** Returns the URI of the request, with access to its path and query. */
    public UriInfo uri() {
        return context.getUriInfo();
    }

    /** Returns the values of a request header, joined by commas, or null if the request does not have it. */
    public String header(String name) {
        return context.getHeaderString(name);
    }

    /**
     * Returns the condition in the headers {@code If-Match} and {@code If-None-Match}. Throws 400 {@code malformed} if
     * one of them is invalid.
     */
    public Precondition precondition() {
        return Precondition.of(header(HttpHeaders.IF_MATCH), header(HttpHeaders.IF_NONE_MATCH));
    }

    /**
     * Returns the bytes of a request body that contains no messages. Throws 413 {@code too-large} if it has more than
     * {@code coppice.envelope.max-bytes}. Throws 503 {@code busy} if the body has more than 64 KiB and no memory for it
     * becomes free within {@code coppice.session.queue-wait}; 408 {@code request-timeout} if the body ends early or is
     * sent too slowly.
     */
    public byte[] body(InputStream stream) {
        return body(stream, settings.envelopeMaxBytes());
    }

    /**
     * Returns the bytes of the request's body. Throws 413 {@code too-large} if it has more than {@code limit} bytes.
     * Throws 503 {@code busy} if the body has more than 64 KiB and no memory for it becomes free within
     * {@code coppice.session.queue-wait}; 408 {@code request-timeout} if the body ends early or is sent too slowly.
     */
    public byte[] body(InputStream stream, int limit) {
        return bodyReader.read(tenant(), stream, header(HttpHeaders.CONTENT_LENGTH), limit);
    }

    /**
     * Reserves memory for a response that is built in memory. The reservation ends when the request is answered. Does
     * nothing if the size is at most 64 KiB, or if at least this size is already reserved for the response. Throws 503
     * {@code busy} if not enough memory becomes free within {@code coppice.session.queue-wait}. If the request already
     * has a reservation, does not wait: throws at once if not enough memory is free.
     *
     * @param bytes size of the whole response in bytes, as far as it is known yet
     */
    public void reserveMemory(long bytes) {
        bodyReader.reserveMemory(tenant(), bytes);
    }

    /**
     * Returns the bytes of a JSON body; an empty array if the request has no body. Throws 415 {@code not-json} if there
     * is a body with a media type other than JSON or without a media type, and the errors of
     * {@link #body(InputStream)}.
     */
    public byte[] optionalBody(InputStream stream) {
        return optionalBody(stream, settings.envelopeMaxBytes());
    }

    /**
     * Returns the bytes of a JSON body; an empty array if the request has no body. Throws 415 {@code not-json} if there
     * is a body with a media type other than JSON or without a media type, and the errors of
     * {@link #body(InputStream, int)}.
     */
    public byte[] optionalBody(InputStream stream, int limit) {
        var body = body(stream, limit);
        BodyReader.checkJson(body, context.getMediaType());
        return body;
    }

    /**
     * Returns the bytes of the body of a request that needs no body. The body must be missing or an empty JSON object.
     * Throws 400 {@code unknown-field} if it is an object with members, 400 {@code malformed} if it has any other
     * content, and the errors of {@link #body(InputStream)}.
     */
    public byte[] emptyBody(InputStream stream) {
        var body = body(stream);
        BodyReader.checkEmpty(body);
        return body;
    }

    /**
     * Executes the work of a request that writes to no session, for example to an agent, and returns its response. The
     * work runs in a transaction, which has committed when this method returns. Idempotency keys are ignored.
     * {@link TransactionRetry} repeats the work after a conflict with another transaction.
     */
    public Response write(Supplier<Answer> work) {
        return write(null, work);
    }

    /**
     * Executes the work of a PUT, PATCH or DELETE and returns its response. The work runs in a transaction, which has
     * committed when this method returns. The work begins when no other request on this node writes to the session.
     * After a conflict with another transaction, {@link TransactionRetry} repeats the work. Idempotency keys are
     * ignored, because these methods are idempotent. Throws 503 {@code busy} if too many writers wait for the session.
     *
     * @param session key of the session to which the work writes, or null for none
     */
    public Response write(String session, Supplier<Answer> work) {
        return transactionRetry.run(IdempotentRequest.of(session), work);
    }

    /**
     * Executes the work of a POST that writes to a session, and returns its response. The work runs in a transaction,
     * which has committed when this method returns. If the work was already done under the same idempotency key,
     * returns the stored response instead. Throws 400 {@code malformed} if the header {@code Idempotency-Key} is
     * invalid, 422 {@code idempotency-mismatch} if the key was used for a different request, 409 {@code busy} if the
     * first request with the key is still running after the lock timeout of the database, 503 {@code busy} if too many
     * writers wait for the session.
     *
     * @param session key of the session
     * @param body the request's body, which is compared with the body of an earlier request with the same key
     * @param work what the request has to do
     */
    public Response post(String session, byte[] body, Supplier<Answer> work) {
        return transactionRetry.run(idempotentPost(session, body), work);
    }

    /**
     * Executes the work of a POST as {@link #post(String, byte[], Supplier)} does, for a request that does not name its
     * namespace in the query.
     *
     * @param namespace the namespace of the request, empty for the default namespace; equal idempotency keys in
     *     different namespaces are different
     * @param session key of the session
     */
    public Response postIn(String namespace, String session, byte[] body, Supplier<Answer> work) {
        var keys = context.getHeaders().get(IdempotentRequest.HEADER);
        return transactionRetry.run(IdempotentRequest.post(session, tenant(), uri(), namespace, keys, body), work);
    }

    /**
     * Executes the work of a POST that takes a long time, for example because it calls a model, and returns its
     * response. The work runs outside of a transaction. Afterwards the response is stored under the idempotency key, if
     * the request has one. If a response is already stored under the key, returns it and does not do the work. If two
     * requests with the same key run at the same time, both may do the work, but both get the same response. Throws 400
     * {@code malformed} if the header {@code Idempotency-Key} is invalid, 422 {@code idempotency-mismatch} if the key
     * was used for a different request, 503 {@code busy} if too many writers wait for the session when the response is
     * to be stored.
     *
     * @param session key of the session
     */
    public Response slowPost(String session, byte[] body, Supplier<Answer> work) {
        return slow(idempotentPost(session, body), work);
    }

    /**
     * Executes work that takes a long time, as {@link #slowPost} does, for a request whose idempotency key may come
     * from another place than the header.
     *
     * @param idempotent session, idempotency key and hash of the request
     * @param work what the request has to do
     */
    public Response slow(IdempotentRequest idempotent, Supplier<Answer> work) {
        var stored = transactionRetry.stored(idempotent);
        if (stored.isPresent()) {
            return stored.get().toResponse();
        }
        var answer = work.get();
        return idempotent.key() == null ? answer.toResponse() : transactionRetry.run(idempotent, () -> answer);
    }

    /**
     * Executes the work of a POST to a session that creates another session, and returns its response. The work runs in
     * a transaction, which has committed when this method returns. If the work was already done under the same
     * idempotency key, returns the stored response instead. The stored response is deleted together with the created
     * session. Throws 400 {@code malformed} if the header {@code Idempotency-Key} is invalid, 422
     * {@code idempotency-mismatch} if the key was used for a different request, 409 {@code busy} if the first request
     * with the key is still running after the lock timeout of the database, 503 {@code busy} if too many writers wait
     * for the session.
     *
     * @param session key of the session in the path of the request
     * @param created key of the created session
     */
    public Response post(String session, String created, byte[] body, Supplier<Answer> work) {
        return transactionRetry.run(idempotentPost(session, body).creating(created), work);
    }

    /**
     * Describes a POST by its idempotency key, session and body, so that a repetition is recognized. Without the header
     * {@code Idempotency-Key}, the key is null. Throws 400 {@code malformed} if the header is invalid.
     *
     * @param session key of the session
     * @param body the request's body
     */
    public IdempotentRequest idempotentPost(String session, byte[] body) {
        var namespace = uri().getQueryParameters().getFirst("namespace");
        var keys = context.getHeaders().get(IdempotentRequest.HEADER);
        return IdempotentRequest.post(session, tenant(), uri(), namespace, keys, body);
    }
}
