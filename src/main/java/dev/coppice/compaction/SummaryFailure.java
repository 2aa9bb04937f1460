package dev.coppice.compaction;

/**
 * Thrown by a summarizer that fails. The client that has requested the compaction sees the exception's message, so it
 * must not contain secrets or text of messages.
 */
public class SummaryFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SummaryFailure(String message) {
        super(message);
    }
}
