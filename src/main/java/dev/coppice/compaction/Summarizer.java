package dev.coppice.compaction;

/**
 * Summarizes messages. An application provides a summarizer as a named CDI bean ({@code @Named}). An agent selects the
 * summarizer by the bean's name in its member {@code compaction.summarizer}. A summarizer must be thread-safe. It is
 * called outside of any transaction and may take minutes.
 */
public interface Summarizer {
    /**
     * Returns a summary of the request's messages as text, with the sections Topic, Key Points, Current State and Open
     * Items. {@link SummaryRequest#transcript} returns the messages as plain text. If the summary is blank or has more
     * than {@code coppice.compaction.summary-max-length} characters, or an exception is thrown, the compaction fails
     * and nothing is stored. If the exception is a {@link SummaryFailure}, clients see its message.
     */
    String summarize(SummaryRequest request);
}
