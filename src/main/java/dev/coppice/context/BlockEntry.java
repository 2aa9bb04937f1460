package dev.coppice.context;

/**
 * A keyed document within a context block: a skill document or a searchable text.
 *
 * @param key key of the entry, unique within the block
 * @param title the title, or null
 * @param description one line about the entry, for listings, or null
 * @param content the content; null in listings
 */
public record BlockEntry(String key, String title, String description, String content) {
    /** Creates an entry without content, for listings. */
    public BlockEntry(String key, String title, String description) {
        this(key, title, description, null);
    }
}
