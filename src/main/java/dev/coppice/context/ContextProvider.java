package dev.coppice.context;

/**
 * Provides the content of a context block. An application adds a provider as a named CDI bean ({@code @Named}). A block
 * declaration refers to the bean by {@code {"type":"bean","name":…}}. A provider that supports more than reading also
 * implements one or several of the interfaces {@link WritableContextProvider}, {@link SkillProvider},
 * {@link SearchProvider} and {@link KeyedContextProvider}. All these interfaces follow Cloudflare's Session API.
 *
 * <p>A provider must be thread-safe. It is called within the transaction of the work that needs the content, for
 * example of a request. If that work has no transaction, the provider is called without one. If a provider throws a
 * {@code Problem}, the request fails with this problem; after any other exception, the request fails with 500
 * {@code internal}. Exception: a request that reads a frozen prompt without a reminder does not fail, but returns the
 * prompt as stale.
 */
public interface ContextProvider {
    /**
     * Returns what the system prompt shows for the block: the text of the block, a listing of the keys of a skill
     * block, or a summary of a searchable block. If the result is empty or null, the prompt shows no content for the
     * block.
     */
    String get(BlockRef block);
}
