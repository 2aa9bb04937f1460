package dev.coppice.context;

import dev.coppice.agent.AgentStoring;
import dev.coppice.message.TokenCounters;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

/**
 * Checks the texts that an agent declares for its context blocks, before the agent is stored. Agents that are stored
 * already are not checked: those of older releases may have longer texts. Thread-safe.
 */
@ApplicationScoped
public class DeclaredTexts {
    @Inject
    private TokenCounters counters;

    @Inject
    private ContextSettings settings;

    /**
     * Throws 422 {@code block-too-long} if a declared text has more tokens than the block's {@code maxTokens}, 413
     * {@code too-large} if it has more than {@code coppice.context.max-bytes} bytes of UTF-8.
     */
    void check(@Observes AgentStoring storing) {
        var counter = counters.of(storing.spec().tokenCounter());
        for (var block : storing.spec().context()) {
            if (block.content() != null) {
                SessionBlocks.checkSize(block, block.content(), counter, settings.maxBytes());
            }
        }
    }
}
