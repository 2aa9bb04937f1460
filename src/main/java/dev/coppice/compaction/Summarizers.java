package dev.coppice.compaction;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.llm.ChatFailure;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.inject.Inject;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Has summarisers work that are known by their names. Safe for threads. */
@ApplicationScoped
public class Summarizers {
    private static final Logger LOG = Logger.getLogger(Summarizers.class.getName());

    @Inject
    @Any
    private Instance<Summarizer> summarizers;

    @Inject
    private Settings settings;

    /**
     * The summary, never blank or longer than {@code coppice.compaction.summary-max-length}; not to be asked for within a
     * transaction. 502 {@code summarizer-failed} when the summariser fails, or there is none of the name.
     */
    public String summarize(String summarizer, SummaryRequest request) {
        var bean = summarizers.select(NamedLiteral.of(summarizer));
        if (!bean.isResolvable()) {
            throw new Problem(Code.SUMMARIZER_FAILED, "There is no summariser of the name " + summarizer + ".");
        }
        String summary;
        try {
            summary = bean.get().summarize(request);
        } catch (Throwable e) {
            // Whatever a bean of somebody else's throws: none of it is the caller's fault, or the server's end.
            LOG.log(Level.WARNING, "The summariser " + summarizer + " failed", e);
            throw new Problem(Code.SUMMARIZER_FAILED, "The summariser failed: " + reason(e));
        }
        if (summary == null || summary.isBlank()) {
            throw new Problem(Code.SUMMARIZER_FAILED, "The summariser has answered nothing.");
        }
        var words = summary.strip();
        if (words.length() > settings.compaction().summaryMaxLength()) {
            throw new Problem(
                    Code.SUMMARIZER_FAILED,
                    "The summariser has answered more than "
                            + settings.compaction().summaryMaxLength() + " characters.");
        }
        return words;
    }

    /** The failure's own words only if they were made to be told. */
    private static String reason(Throwable failure) {
        return failure instanceof ChatFailure || failure instanceof SummaryFailure
                ? failure.getMessage()
                : "the log says why.";
    }
}
