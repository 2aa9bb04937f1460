package dev.coppice.context;

/**
 * Provides the content of a context block. An application adds a provider as a named CDI bean ({@code @Named}); block
 * declarations refer to it by {@code {"type":"bean","name":…}}. What the block can do depends on the interfaces that
 * the provider implements; it may implement several: {@link WritableContextProvider}, {@link SkillProvider},
 * {@link SearchProvider}, {@link KeyedContextProvider}. They follow Cloudflare's Session API.
 *
 * <p>A provider must be thread-safe. It is called in the caller's transaction if there is one; a prompt may be rendered
 * without a transaction. An exception of a provider fails the request.
 */
public interface ContextProvider {
    /**
     * Returns the block's content for the system prompt: its text, for a skill block the list of its keys, for a
     * searchable block a summary. Empty or null if there is none.
     */
    String get(BlockRef block);
}
