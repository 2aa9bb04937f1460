package dev.coppice.context;

import java.util.Optional;

/** A provider of skills: documents that the model can load. */
public interface SkillProvider extends ContextProvider {
    /** Returns the content of the document with this key; empty or null if there is none. */
    Optional<String> load(BlockRef block, String key);
}
