package dev.coppice.context;

import java.util.Optional;

/** A provider of documents that the model loads when it needs them. */
public interface SkillProvider extends ContextProvider {
    /** The document of a key, or empty when there is none. */
    Optional<String> load(BlockUse use, String key);
}
