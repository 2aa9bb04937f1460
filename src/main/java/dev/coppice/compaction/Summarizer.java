package dev.coppice.compaction;

/**
 * Summarizes messages. An application provides its own as a CDI bean with a name ({@code @Named}), to which agents refer as
 * {@code compaction.summarizer}. Must be thread-safe; is called outside of any transaction and may take minutes.
 */
public interface Summarizer {
    /**
     * Returns the summary, with the sections Topic, Key Points, Current State and Open Items. A blank summary and whatever
     * is thrown are failures: nothing is stored. The message of a {@link SummaryFailure} is shown to the caller.
     */
    String summarize(SummaryRequest request);
}
