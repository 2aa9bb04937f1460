package dev.coppice.compaction.extractive;

import dev.coppice.compaction.Summarizer;
import dev.coppice.compaction.SummaryRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;

/**
 * The default summariser. It fills the sections Topic, Key Points, Current State and Open Items with sentences of the
 * messages, as they were said. The same messages give the same summary, and it is never blank.
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
