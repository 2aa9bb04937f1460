package dev.coppice.context;

import dev.coppice.Settings;
import dev.coppice.SettingsGroup;
import dev.coppice.SettingsReader;
import dev.coppice.StoredSizes;
import jakarta.inject.Inject;
import java.util.Map;

/**
 * Settings of context blocks and prompts.
 *
 * @param maxBytes maximum size of a block's text, or of an entry's content, in bytes of UTF-8
 * @param keepVersions number of versions to keep of a block's text
 * @param maxListed maximum number of skills in the listing of one block, and of loaded skills in one answer
 * @param maxUnloaded maximum number of messages that one call of {@code unload_context} changes
 * @param promptMaxBytes maximum size of the contents of a session's blocks in total, in bytes of UTF-8
 */
@SettingsGroup
public record ContextSettings(int maxBytes, int keepVersions, int maxListed, int maxUnloaded, int promptMaxBytes)
        implements StoredSizes {
    /**
     * Maximum factor by which JSON escapes can lengthen a text. A control character is the worst case: one byte in
     * UTF-8 becomes six characters in JSON, a backslash, {@code u} and four digits.
     */
    private static final int MAX_ESCAPED = 6;

    @Inject
    public ContextSettings(SettingsReader in) {
        this(
                in.number(
                        "coppice.context.max-bytes",
                        1 << 20,
                        1 << 10,
                        16 << 20,
                        "Largest text of a context block, or entry. A model reads it whole, and few models read a"
                                + " megabyte."),
                in.number(
                        "coppice.context.keep-versions",
                        1000,
                        1,
                        1_000_000,
                        "Stored versions of a block's text; older ones are removed. It is enough to recover what a"
                                + " model has overwritten, without filling the disk."),
                in.number(
                        "coppice.context.max-listed",
                        1000,
                        1,
                        100_000,
                        "Skills in a listing, and loaded skills in the answer of a tool. The listing is part of every"
                                + " prompt; each skill costs about ten tokens."),
                in.number(
                        "coppice.context.max-unloaded",
                        200,
                        1,
                        10_000,
                        "Messages that one call of `unload_context` changes; another call continues. The session is"
                                + " locked meanwhile, and each message needs about ten statements."),
                in.number(
                        "coppice.prompt.max-bytes",
                        4 << 20,
                        1 << 10,
                        64 << 20,
                        "All blocks of a session together, as read or rendered; above it the answer is 422 `invalid`."
                                + " That is a million tokens in most languages, and it is built in memory."));
    }

    /** Returns the maximum size in bytes of a request body that contains a block's text or an entry as JSON. */
    public int bodyMaxBytes(Settings settings) {
        return Math.max(settings.envelopeMaxBytes(), maxBytes * MAX_ESCAPED);
    }

    @Override
    public Map<String, Integer> storedSizes() {
        return Map.of("coppice.context.max-bytes", maxBytes, "coppice.prompt.max-bytes", promptMaxBytes);
    }
}
