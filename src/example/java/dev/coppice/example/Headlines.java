package dev.coppice.example;

import dev.coppice.compaction.Summarizer;
import dev.coppice.compaction.SummaryRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Summarizes a conversation by the first line of each message, for agents with
 * {@code "compaction":{"summarizer":"headlines"}}; a real extension would call a model. Thread-safe.
 */
@Named("headlines")
@ApplicationScoped
public class Headlines implements Summarizer {
    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final String SEPARATOR = "\n---\n";

    @Override
    public String summarize(SummaryRequest request) {
        var transcript = request.transcript(request.targetTokens() * CHARACTERS_PER_TOKEN);
        var lines = Arrays.stream(transcript.split(SEPARATOR))
                .map(message -> "- " + message.strip().replace('\n', ' '))
                .collect(Collectors.joining("\n"));
        var earlier = request.previousSummary() == null ? "" : request.previousSummary() + "\n\n";
        return earlier + "## Key Points\n" + lines;
    }
}
