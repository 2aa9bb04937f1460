package dev.coppice.context;

import java.util.Optional;

/** A provider of skills: documents that the model can load. */
public interface SkillProvider extends ContextProvider {
    /** The document of a key; empty when there is none. */
    Optional<String> load(BlockRef block, String key);
}
