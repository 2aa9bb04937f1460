package dev.coppice.compaction;

/**
 * Summarizes messages. An application provides its own as a named CDI bean ({@code @Named}); agents refer to it by that
 * name as {@code compaction.summarizer}. Must be thread-safe. Called outside of any transaction; may take minutes.
 */
public interface Summarizer {
    /**
     * Returns a summary of the messages, with the sections Topic, Key Points, Current State and Open Items. If it is
     * blank or an exception is thrown, the compaction fails and nothing is stored. The message of a
     * {@link SummaryFailure} is shown to the caller of the compaction.
     */
    String summarize(SummaryRequest request);
}
