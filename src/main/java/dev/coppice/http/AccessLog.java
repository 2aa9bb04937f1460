package dev.coppice.http;

import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Logs each request with one line, if {@code coppice.log.access} is set. Thread-safe.
 *
 * @param isOn true if requests are logged
 */
@SettingsGroup
public record AccessLog(boolean isOn) {
    private static final Logger LOG = Logger.getLogger(AccessLog.class.getName());

    @Inject
    public AccessLog(SettingsReader in) {
        this(in.flag(
                "coppice.log.access",
                false,
                "Whether each request is logged, with method, path, status, time and address of the client. Off, because"
                        + " a proxy usually does that, and `/metrics` has the numbers."));
    }

    /**
     * Logs a request that has been processed. The line contains the path as the client has encoded it, and thus no line
     * breaks. It does not contain the query, because the query of a search contains words of a conversation.
     *
     * @param nanos time of the processing, in nanoseconds
     */
    void log(HttpServletRequest request, int status, long nanos) {
        if (isOn) {
            LOG.log(Level.INFO, "{0} {1} {2} {3} ms, client {4}", new Object[] {
                request.getMethod(),
                request.getRequestURI(),
                String.valueOf(status),
                String.valueOf(TimeUnit.NANOSECONDS.toMillis(nanos)),
                request.getRemoteAddr()
            });
        }
    }
}
