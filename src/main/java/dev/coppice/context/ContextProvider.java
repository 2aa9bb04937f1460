package dev.coppice.context;

/**
 * Provides the content of a context block. An application adds a provider as a named CDI bean ({@code @Named}), to which
 * block declarations refer by {@code {"type":"bean","name":…}}. The interfaces that a provider implements determine what
 * the block can do; it may implement several. Must be thread-safe. Called in the caller's transaction if there is one;
 * prompts may be rendered without. An exception fails the request. The interfaces follow Cloudflare's Session API.
 */
public interface ContextProvider {
    /**
     * The text for the system prompt: the text of the block, the list of keys of a skill block, or a summary of a searchable
     * block. Empty when there is none; never null.
     */
    String get(BlockRef block);
}
