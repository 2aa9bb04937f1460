package dev.coppice.compaction;

/**
 * Makes a summary of messages. An application provides its own as a CDI bean with a name ({@code @Named}), which agents
 * refer to as {@code compaction.summarizer}. Called by many threads at once, never within a transaction, and for as long as
 * it takes.
 */
public interface Summarizer {
    /**
     * The summary, with the sections Topic, Key Points, Current State and Open Items; a blank one counts as a failure, and
     * so does whatever is thrown; nothing is stored then. The words of a {@link SummaryFailure} are told to the caller.
     */
    String summarize(SummaryRequest request);
}
