package dev.coppice.compaction;

import dev.coppice.llm.ChatMessage;
import dev.coppice.llm.ChatModel;
import dev.coppice.llm.ChatRequest;
import dev.coppice.llm.LlmSettings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;

/**
 * The summarizer named {@code llm}. The summary is written by the chat model that the session or its agent names or, if
 * they name none, the settings {@code coppice.llm.*}. Throws {@code ChatFailure} if the model cannot be called or gives
 * no valid answer. Thread-safe.
 */
@Named(LlmSummarizer.NAME)
@ApplicationScoped
public class LlmSummarizer implements Summarizer {
    static final String NAME = "llm";

    private ChatModel model;
    private LlmSettings settings;

    protected LlmSummarizer() {}

    @Inject
    LlmSummarizer(ChatModel model, LlmSettings settings) {
        this.model = model;
        this.settings = settings;
    }

    @Override
    public String summarize(SummaryRequest request) {
        // A summary near the token limit of an answer would often be truncated.
        int target = Math.min(request.targetTokens(), settings.maxTokens() / 2);
        var prompt = new ChatRequest(
                SummaryPrompt.system(target, request.previousSummary() != null),
                List.of(ChatMessage.user(SummaryPrompt.user(request, settings.maxInputChars()))),
                settings.maxTokens(),
                request.model());
        return model.complete(prompt).strip();
    }
}
