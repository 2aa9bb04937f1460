package dev.coppice.inside;

import dev.coppice.compaction.Summarizer;
import dev.coppice.compaction.SummaryRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;

/** A summariser of an application: agents name it. */
@Named
@ApplicationScoped
public class StubSummarizer implements Summarizer {
    @Override
    public String summarize(SummaryRequest request) {
        return "They said " + request.messages().size() + " things.";
    }
}
