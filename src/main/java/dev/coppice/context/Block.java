package dev.coppice.context;

import dev.coppice.agent.BlockSpec;

/** A context block of one session, with the provider that it has its content from. */
public record Block(BlockSpec spec, BlockUse use, ContextProvider provider) {
    public String label() {
        return spec.label();
    }

    public boolean isSkill() {
        return provider instanceof SkillProvider;
    }

    public boolean isSearchable() {
        return provider instanceof SearchProvider;
    }

    /** True when it has entries instead of one text. */
    public boolean isKeyed() {
        return isSkill() || isSearchable();
    }

    public boolean isWritable() {
        return isKeyed() ? provider instanceof KeyedContextProvider : provider instanceof WritableContextProvider;
    }
}
