package dev.coppice.compaction;

/** A summariser has no summary. The message is told to whoever has asked for it: no secrets, no words of messages. */
public class SummaryFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SummaryFailure(String message) {
        super(message);
    }
}
