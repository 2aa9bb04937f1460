package dev.coppice;

/**
 * How much context blocks may hold, and what of it a model is given.
 *
 * @param maxBytes of a block's text, or of an entry
 * @param keepVersions texts that a block has had
 * @param maxListed skills in a listing
 * @param maxUnloaded messages that one {@code unload_context} changes
 * @param promptMaxBytes of all blocks of a session together
 */
public record ContextSettings(int maxBytes, int keepVersions, int maxListed, int maxUnloaded, int promptMaxBytes) {
    static ContextSettings of(SettingsReader in) {
        return new ContextSettings(
                // A model reads it whole, and few models read a megabyte.
                in.number("coppice.context.max-bytes", 1 << 20, 1 << 10, 16 << 20),
                // Enough to find what a model has overwritten, not so many that it fills the disk.
                in.number("coppice.context.keep-versions", 1000, 1, 1_000_000),
                // It stands in the prompt: each costs some ten tokens in every call.
                in.number("coppice.context.max-listed", 1000, 1, 100_000),
                // Each costs some ten statements, and the session is locked meanwhile.
                in.number("coppice.context.max-unloaded", 200, 1, 10_000),
                // As they are read and rendered: a million tokens in most languages, and memory.
                in.number("coppice.prompt.max-bytes", 4 << 20, 1 << 10, 64 << 20));
    }
}
