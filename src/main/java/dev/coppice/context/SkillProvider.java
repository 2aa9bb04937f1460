package dev.coppice.context;

import java.util.Optional;

/** A provider of skills: documents that the model can load. */
public interface SkillProvider extends ContextProvider {
    /** Returns the document with this key; empty or null when it does not exist. */
    Optional<String> load(BlockRef block, String key);
}
