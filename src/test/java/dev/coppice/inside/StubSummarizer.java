package dev.coppice.inside;

import dev.coppice.compaction.Summarizer;
import dev.coppice.compaction.SummaryRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;

/** An application's summarizer with a fixed answer; agents name it {@code stubSummarizer}. */
@Named
@ApplicationScoped
public class StubSummarizer implements Summarizer {
    @Override
    public String summarize(SummaryRequest request) {
        return "They said " + request.messages().size() + " things.";
    }
}
