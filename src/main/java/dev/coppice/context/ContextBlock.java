package dev.coppice.context;

import dev.coppice.agent.BlockSpec;

/**
 * A context block of one session with its provider. Its content is not loaded.
 *
 * @param spec the declaration of the block
 * @param ref identifies the block in calls of the provider
 */
public record ContextBlock(BlockSpec spec, BlockRef ref, ContextProvider provider) {
    public String label() {
        return spec.label();
    }

    public boolean isSkill() {
        return provider instanceof SkillProvider;
    }

    public boolean isSearchable() {
        return provider instanceof SearchProvider;
    }

    /** True when the block has entries instead of one text. */
    public boolean isKeyed() {
        return isSkill() || isSearchable();
    }

    public boolean isWritable() {
        return isKeyed() ? provider instanceof KeyedContextProvider : provider instanceof WritableContextProvider;
    }
}
