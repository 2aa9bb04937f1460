package dev.coppice.quota;

import dev.coppice.access.Authorization;
import dev.coppice.access.Caller;
import dev.coppice.access.Scope;
import dev.coppice.api.ContentLength;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Counts the requests of tenants and the bytes of their bodies. Refuses a request beyond a quota with 429
 * {@code rate-limited}. Runs after {@code access.Authentication}, which determines the tenant. Does not count the
 * requests by which administrators administer the server, so that they can change a quota that is used up.
 */
@Provider
@PreMatching
@Priority(Priorities.USER + 1)
public class QuotaFilter implements ContainerRequestFilter {
    /**
     * Largest {@code Content-Length} that is counted before the body is read: the largest value of
     * {@code coppice.import.max-bytes}. Every request that announces more is refused, so it would count bytes that are
     * never sent.
     */
    private static final long MAX_ANNOUNCED = 1L << 40;

    @Inject
    private Quotas quotas;

    @Inject
    private Caller caller;

    @Override
    public void filter(ContainerRequestContext request) {
        var path = request.getUriInfo().getRequestUri().getRawPath();
        if (!caller.isKnown() || Authorization.isAdministration(path) && caller.has(Scope.ADMIN)) {
            return;
        }
        var tenant = caller.tenant();
        quotas.checkRequest(tenant);
        long announced = ContentLength.of(request.getHeaderString(HttpHeaders.CONTENT_LENGTH));
        if (announced < 0 || announced > MAX_ANNOUNCED) {
            request.setEntityStream(new Counted(request.getEntityStream(), tenant));
        } else if (announced > 0) {
            quotas.checkBytes(tenant, announced);
        }
    }

    /**
     * A request body whose length is not known in advance, or is announced beyond what any request may have. Its bytes
     * are counted while they are read.
     */
    private final class Counted extends FilterInputStream {
        private final String tenant;

        Counted(InputStream body, String tenant) {
            super(body);
            this.tenant = tenant;
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            if (read >= 0) {
                quotas.checkBytes(tenant, 1);
            }
            return read;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = super.read(target, offset, length);
            if (read > 0) {
                quotas.checkBytes(tenant, read);
            }
            return read;
        }

        @Override
        public long skip(long bytes) throws IOException {
            long skipped = super.skip(bytes);
            if (skipped > 0) {
                quotas.checkBytes(tenant, skipped);
            }
            return skipped;
        }
    }
}
