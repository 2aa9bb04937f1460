package dev.coppice.compaction;

/** Thrown by a summarizer that fails. The caller sees the message: no secrets and no text of messages in it. */
public class SummaryFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SummaryFailure(String message) {
        super(message);
    }
}
