package dev.coppice.trace;

import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jboss.logging.MDC;

/**
 * Identifies the request that a thread works for. While a trace is active on a thread, each line that the thread logs
 * contains the request id and the {@code traceparent}. The server records no spans of its own, so it passes
 * {@code traceparent} and {@code tracestate} on unchanged (W3C Trace Context). Immutable.
 *
 * @param requestId id of the request, chosen by the client or by this server
 * @param traceparent position in the trace of the client; null if the client sent none or an invalid one
 * @param tracestate data of the client's tracing systems; null if the client sent no valid one, or no valid
 *     {@code traceparent}
 */
public record Trace(String requestId, String traceparent, String tracestate) {
    /** Key of the request id in the context of log lines (MDC). */
    public static final String REQUEST_ID = "requestId";

    /** Key of the {@code traceparent} in the context of log lines (MDC). */
    public static final String TRACEPARENT = "traceparent";

    /**
     * Matches the request ids that are accepted from clients. It allows the characters that common generators of ids
     * use, but no line breaks and no other characters that would need quotes in a log.
     */
    private static final Pattern ACCEPTED_ID = Pattern.compile("[\\w.:+/=@-]{1,128}");

    private static final Pattern PARENT = Pattern.compile(
            "(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[!-~]{1,200})?");

    /**
     * Matches an accepted {@code tracestate}: printable ASCII of up to 1,024 characters. The W3C requires that at least
     * 512 characters are passed on.
     */
    private static final Pattern STATE = Pattern.compile("[ -~]{1,1024}");

    /**
     * The trace of each thread. The context of log lines (MDC) is no place for it, because a new thread inherits that
     * context: a pooled thread would keep the request of the thread that created it.
     */
    private static final ThreadLocal<Trace> CURRENT = new ThreadLocal<>();

    /**
     * Returns the trace of a request. If the client sent no valid id, chooses a random one. Ignores an invalid
     * {@code traceparent} or {@code tracestate}.
     *
     * @param requestId value of the header {@code X-Request-Id}, or null
     * @param traceparent value of the header {@code traceparent}, or null
     * @param tracestate value of the header {@code tracestate}, or null
     */
    public static Trace of(String requestId, String traceparent, String tracestate) {
        var parent = traceparent != null && PARENT.matcher(traceparent).matches() ? traceparent : null;
        return new Trace(
                requestId != null && ACCEPTED_ID.matcher(requestId).matches() ? requestId : randomId(),
                parent,
                parent != null
                                && tracestate != null
                                && STATE.matcher(tracestate).matches()
                        ? tracestate
                        : null);
    }

    private static String randomId() {
        var digits = Long.toHexString(ThreadLocalRandom.current().nextLong());
        return "0".repeat(Long.BYTES * 2 - digits.length()) + digits;
    }

    /** Returns the trace that is active on this thread, or null. */
    public static Trace current() {
        return CURRENT.get();
    }

    /**
     * Makes a trace active on this thread. Returns the one that was active before, or null if there was none.
     *
     * @param trace the trace; null if this thread works for no request
     */
    public static Trace activate(Trace trace) {
        var before = CURRENT.get();
        if (trace == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(trace);
        }
        log(REQUEST_ID, trace == null ? null : trace.requestId());
        log(TRACEPARENT, trace == null ? null : trace.traceparent());
        return before;
    }

    private static void log(String key, String value) {
        if (value == null) {
            MDC.remove(key);
        } else {
            MDC.put(key, value);
        }
    }

    /**
     * Makes a trace active on this thread, runs the work, and then makes the previous trace active again.
     *
     * @param trace the trace; null if the work belongs to no request
     */
    public static void run(Trace trace, Runnable work) {
        var before = activate(trace);
        try {
            work.run();
        } finally {
            activate(before);
        }
    }

    /**
     * Removes the request of another thread from this thread's log lines. A new thread inherits the context of log
     * lines (MDC) from the thread that created it, although the two threads do not work for the same request. Does
     * nothing if a trace is active on this thread.
     */
    public static void dropInherited() {
        if (CURRENT.get() == null && MDC.get(REQUEST_ID) != null) {
            activate(null);
        }
    }
}
