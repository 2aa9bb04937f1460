package dev.coppice.compaction;

/**
 * Thrown by a summarizer that fails. Clients see the exception's message, in the response to a requested compaction or
 * in the event {@link CompactionFailed}. So it must not contain secrets or text of messages.
 */
public class SummaryFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SummaryFailure(String message) {
        super(message);
    }
}
