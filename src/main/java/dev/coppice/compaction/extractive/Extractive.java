package dev.coppice.compaction.extractive;

import dev.coppice.compaction.Summarizer;
import dev.coppice.compaction.SummaryRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;

/**
 * The default summarizer, which needs no model. It fills the sections Topic, Key Points, Current State and Open Items
 * with sentences quoted from the messages. The same messages always give the same summary, and the summary is never
 * blank. Thread-safe.
 */
@Named("extractive")
@ApplicationScoped
public class Extractive implements Summarizer {
    @Override
    public String summarize(SummaryRequest request) {
        var utterances = request.messages().stream().map(UtteranceReader::read).toList();
        return new Extract(utterances, PastSummary.parse(request.previousSummary()), request.targetTokens()).text();
    }
}
