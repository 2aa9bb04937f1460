package dev.coppice.context;

/**
 * A keyed entry of a context block: a skill document or a searchable entry.
 *
 * @param key unique in its block
 * @param title or null
 * @param description or null
 * @param content null in listings
 */
public record BlockEntry(String key, String title, String description, String content) {
    /** An entry without its content, for listings. */
    public BlockEntry(String key, String title, String description) {
        this(key, title, description, null);
    }
}
