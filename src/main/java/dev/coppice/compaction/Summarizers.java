package dev.coppice.compaction;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.llm.ChatFailure;
import dev.coppice.quota.Quotas;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Finds summarizers by their bean names and calls them. Thread-safe. */
@ApplicationScoped
public class Summarizers {
    private static final Logger LOG = Logger.getLogger(Summarizers.class.getName());

    /** Maximum number of causes that are logged, because causes may form a cycle. */
    private static final int MAX_CAUSES = 20;

    @Inject
    @Any
    private Instance<Summarizer> summarizers;

    /**
     * The beans that were looked up, by name. Each is looked up once: an {@code Instance} keeps every bean of dependent
     * scope that it returns.
     */
    private final Map<String, Summarizer> found = new ConcurrentHashMap<>();

    @Inject
    private Quotas quotas;

    @Inject
    private Settings settings;

    /**
     * Calls a summarizer and returns its summary, without white space around it. Must be called outside of
     * transactions, because it may take minutes. Throws 502 {@code summarizer-failed} if no bean has this name, if the
     * summarizer throws an exception, or if its summary is blank or longer than
     * {@code coppice.compaction.summary-max-length} characters; 503 {@code unavailable} if the server stops meanwhile;
     * 429 {@code rate-limited} if the summarizer is
     * {@code llm} and the tenant has used its quota of model calls.
     *
     * @param summarizer name of the summarizer's bean, such as {@code extractive}
     */
    public String summarize(String summarizer, SummaryRequest request) {
        var bean = summarizers.select(NamedLiteral.of(summarizer));
        if (!bean.isResolvable()) {
            throw new Problem(Code.SUMMARIZER_FAILED, "No summarizer is named " + summarizer + ".");
        }
        if (summarizer.equals(LlmSummarizer.NAME)) {
            quotas.checkModelCall(request.session().tenant());
        }
        String summary;
        try {
            summary = found.computeIfAbsent(summarizer, unused -> bean.get()).summarize(request);
        } catch (ChatFailure e) {
            var level = e.reason() == ChatFailure.Reason.STOPPED ? Level.INFO : Level.WARNING;
            LOG.log(level, () -> "Summarizer " + summarizer + " failed for " + request + ": " + e.getMessage());
            throw e.toProblem(Code.SUMMARIZER_FAILED, "The summarizer");
        } catch (Throwable e) {
            // A bean of an application may throw anything, even errors. The caller is not at fault, and the server must
            // go on.
            LOG.warning("Summarizer " + summarizer + " failed for " + request + ": " + describe(e));
            var reason = e instanceof SummaryFailure ? e.getMessage() : "see the server's log.";
            throw new Problem(Code.SUMMARIZER_FAILED, "The summarizer failed: " + reason);
        }
        return checked(summary);
    }

    private String checked(String summary) {
        if (summary == null || summary.isBlank()) {
            throw new Problem(Code.SUMMARIZER_FAILED, "The summarizer returned a blank summary.");
        }
        var stripped = summary.strip();
        if (stripped.length() > settings.summaryMaxLength()) {
            throw new Problem(
                    Code.SUMMARIZER_FAILED,
                    "The summarizer returned more than " + settings.summaryMaxLength() + " characters.");
        }
        return stripped;
    }

    /**
     * Describes a failure for the log: the message of a {@link SummaryFailure}; for any other exception only its class,
     * the classes of its causes, and the place in the code that threw the innermost cause, because its message may
     * contain secrets or contents.
     */
    private static String describe(Throwable failure) {
        if (failure instanceof SummaryFailure) {
            return failure.getMessage();
        }
        var text = new StringBuilder(failure.getClass().getName());
        var innermost = failure;
        for (int depth = 0; innermost.getCause() != null && depth < MAX_CAUSES; depth++) {
            innermost = innermost.getCause();
            text.append(" caused by ").append(innermost.getClass().getName());
        }
        var trace = innermost.getStackTrace();
        return trace.length == 0
                ? text.toString()
                : text.append(" at ").append(trace[0]).toString();
    }
}
