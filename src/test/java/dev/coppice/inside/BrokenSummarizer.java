package dev.coppice.inside;

import dev.coppice.compaction.Summarizer;
import dev.coppice.compaction.SummaryRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;

/** An application's summarizer that fails with a linkage error. */
@Named
@ApplicationScoped
public class BrokenSummarizer implements Summarizer {
    @Override
    public String summarize(SummaryRequest request) {
        throw new NoClassDefFoundError("org/example/Nowhere");
    }
}
