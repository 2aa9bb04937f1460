package dev.coppice.access;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Page;
import dev.coppice.db.DatabaseClock;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotentRequest;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;
import dev.coppice.json.Times;
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
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/** HTTP resource that issues, lists, rotates and revokes bearer tokens, for administrators. */
@Path("v1/tokens")
@Produces(MediaType.APPLICATION_JSON)
@RequestScoped
public class TokensResource {
    /**
     * Latest end of a token, in milliseconds since the epoch: the last time with a year of four digits, as RFC 3339
     * demands.
     */
    private static final long LAST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    /**
     * Maximum number of seconds for which a rotated token may stay valid: 90 days. With a longer overlap, a rotation
     * would hardly end the old token.
     */
    private static final long MAX_OVERLAP = 90 * 86_400L;

    @Inject
    private Credentials credentials;

    @Inject
    private AuditLog audit;

    @Inject
    private AccessSettings settings;

    @Inject
    private Request request;

    /**
     * Issues a token. Throws 403 {@code forbidden} if the request names another tenant and the caller's tenant is not
     * {@code default}. Throws 400 {@code malformed} if the request has an idempotency key: a response under such a key
     * would be stored, but this response contains the token. Also throws the errors of {@link NewToken#read} and
     * {@link Credentials#issue}.
     */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response issue(InputStream stream) {
        refuseIdempotencyKey();
        var fields = NewToken.read(request.body(stream));
        var tenant = fields.tenant == null ? request.tenant() : fields.tenant;
        if (!tenant.equals(request.tenant()) && !request.tenant().equals(Tenant.DEFAULT)) {
            throw new Problem(
                    Code.FORBIDDEN, "Only administrators of the default tenant may issue tokens for other tenants.");
        }
        return request.write(() -> {
            var issued = credentials.issue(tenant, fields.scopes, fields.name, fields.end);
            audit.record(request.actor(), AuditAction.TOKEN_CREATED, tenant, issued.id(), issued::writePermissions);
            return Answer.of(201, issued);
        });
    }

    /**
     * Issues a token that replaces another one. The old token stays valid for the number of seconds in the request's
     * member {@code overlapSeconds}; if it is missing, for the time of the setting {@code coppice.tokens.overlap}.
     * Throws 400 {@code malformed} if the request has an idempotency key, as {@link #issue} does, or if the body is not
     * a JSON object or a member has the wrong type; 400 {@code unknown-field} if a member is unknown; 400
     * {@code out-of-range} if {@code overlapSeconds} is negative or more than 90 days; 422 {@code invalid} if
     * {@code expiresAt} is not a time in the future. Also throws the errors of {@link Request#optionalBody} and
     * {@link Credentials#rotate}.
     */
    @POST
    @Path("{id}/rotate")
    public Response rotate(@PathParam("id") String id, InputStream stream) {
        refuseIdempotencyKey();
        var fields = Rotation.read(request.optionalBody(stream));
        var overlap = fields.overlap == null ? settings.overlap() : fields.overlap;
        return request.write(() -> {
            var issued = credentials.rotate(request.tenant(), id, fields.end, overlap);
            audit.record(request.actor(), AuditAction.TOKEN_ROTATED, issued.tenant(), id, out -> {
                out.writeStringField("newId", issued.id());
                issued.writePermissions(out);
            });
            return Answer.of(201, issued);
        });
    }

    private void refuseIdempotencyKey() {
        if (request.header(IdempotentRequest.HEADER) != null) {
            throw new Problem(
                    Code.MALFORMED, "This route does not accept the header " + IdempotentRequest.HEADER + ".");
        }
    }

    @GET
    public Response list(@QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
        return credentials.list(request.tenant(), Page.limit(limit), cursor).toResponse(request.uri());
    }

    @DELETE
    @Path("{id}")
    @Produces(MediaType.WILDCARD)
    public Response revoke(@PathParam("id") String id) {
        return request.write(() -> {
            var tenant = credentials.revoke(request.tenant(), id);
            audit.record(request.actor(), AuditAction.TOKEN_REVOKED, tenant, id);
            return Answer.noContent();
        });
    }

    /**
     * Reads the time from which a token is refused. Returns it in milliseconds since the epoch. Throws 422
     * {@code invalid} if it is not a date with a time of day in ISO-8601, not in the future, or after the year 9999.
     */
    private static long readEnd(JsonInput in) {
        var text = in.string();
        try {
            long end = Times.millis(text);
            if (end > DatabaseClock.now() && end <= LAST) {
                return end;
            }
        } catch (DateTimeException e) {
            // Not a time: refused below.
        }
        throw Problem.at(
                in.pointer(),
                Code.INVALID,
                "Send a time in the future in ISO-8601, before the year 10000, for example 2027-03-01T12:00:00.000Z.");
    }

    /** The members of the request body of {@link #issue}. A member that is absent is null. */
    static final class NewToken {
        private String tenant;
        private String name;
        private Long end;
        private final Set<Scope> scopes = EnumSet.noneOf(Scope.class);

        /**
         * Reads a request body. Throws 400 {@code malformed} if it is not a JSON object or a member has the wrong type,
         * 400 {@code unknown-field} if a member is unknown, 422 {@code invalid} if it has no scope or an unknown scope,
         * or if the end of the token is not a time in the future.
         */
        static NewToken read(byte[] body) {
            var fields = new NewToken();
            var in = JsonInput.of(body);
            Envelope.document(in, field -> switch (field) {
                case "tenant" -> () -> fields.tenant = in.string();
                case "name" -> () -> fields.name = in.string();
                case "scopes" -> () -> in.array(() -> fields.scopes.add(Scope.of(in.string(), in.pointer())));
                case "expiresAt" -> () -> fields.end = readEnd(in);
                default -> in.unknown();
            });
            if (fields.scopes.isEmpty()) {
                throw Problem.at("/scopes", Code.INVALID, "The field scopes must contain at least one scope.");
            }
            return fields;
        }
    }

    /** The members of the request body of {@link #rotate}. A member that is absent is null. */
    static final class Rotation {
        private Long end;
        private Duration overlap;

        static Rotation read(byte[] body) {
            var fields = new Rotation();
            if (body.length > 0) {
                var in = JsonInput.of(body);
                Envelope.document(in, field -> switch (field) {
                    case "expiresAt" -> () -> fields.end = readEnd(in);
                    case "overlapSeconds" -> () -> fields.overlap = Duration.ofSeconds(in.integer(0, MAX_OVERLAP));
                    default -> in.unknown();
                });
            }
            return fields;
        }
    }
}
