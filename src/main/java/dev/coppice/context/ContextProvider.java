package dev.coppice.context;

/**
 * Where a context block has its content from. An application provides its own as a CDI bean with a name
 * ({@code @Named}), which agents refer to as {@code {"type":"bean","name":…}}. What a block can do follows from the
 * interfaces that its provider implements; it may be several at once. Called by many threads at once, within the
 * transaction of the call if there is one: a prompt may be rendered without. What it throws fails the call. The interfaces
 * are those of Cloudflare's Session API.
 */
public interface ContextProvider {
    /**
     * The text that stands in the prompt; of a skill block the listing of its keys, of a searchable one a summary. Empty,
     * never null, when there is none.
     */
    String get(BlockUse use);
}
