package dev.coppice.context;

import dev.coppice.agent.BlockSpec;
import dev.coppice.json.Utf8;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A context block of one session together with its provider, but without its content.
 *
 * @param spec the declaration of the block
 * @param ref identifies the block in calls of the provider
 * @param provider supplies the content
 */
public record ContextBlock(BlockSpec spec, BlockRef ref, ContextProvider provider) {
    public String label() {
        return spec.label();
    }

    public boolean isSkill() {
        return provider instanceof SkillProvider;
    }

    public boolean isSearchable() {
        return provider instanceof SearchProvider;
    }

    /** True if the block has entries instead of one text. */
    public boolean isKeyed() {
        return isSkill() || isSearchable();
    }

    /** True if the model may write the block: it is declared as writable, and its provider supports writing. */
    public boolean isWritable() {
        return spec.writable() && hasWritableProvider();
    }

    /**
     * True if the provider supports writing. Applications may then write the block, even if the model may not write it.
     */
    boolean hasWritableProvider() {
        return isKeyed() ? provider instanceof KeyedContextProvider : provider instanceof WritableContextProvider;
    }

    /**
     * Loads and returns the content that the system prompt shows for this block, without lone surrogates. If the
     * provider returns null, returns an empty text.
     */
    String content() {
        return Utf8.withoutLoneSurrogates(Objects.requireNonNullElse(provider.get(ref), ""));
    }

    /** Returns the skill document with this key; empty if there is none or the block is not a skill block. */
    Optional<String> document(String key) {
        var document = provider instanceof SkillProvider skills ? skills.load(ref, key) : null;
        return document == null ? Optional.empty() : document;
    }

    /**
     * Returns the entry with this key, with its title and description; empty if there is none or the provider cannot
     * describe its entries.
     */
    Optional<BlockEntry> described(String key) {
        var entry = provider instanceof KeyedContextProvider keyed ? keyed.describe(ref, key) : null;
        return entry == null ? Optional.empty() : entry;
    }

    /**
     * Returns the entries that match a query, with contents, best first; an empty list if no entry matches or the block
     * is not searchable.
     *
     * @param limit maximum number of entries
     */
    List<BlockEntry> search(String query, int limit) {
        var found = provider instanceof SearchProvider searchable ? searchable.search(ref, query, limit) : null;
        return found == null ? List.of() : found;
    }

    /**
     * Returns entries without their contents, sorted by key; an empty list if there are none or the provider cannot
     * list them.
     *
     * @param after the list begins after this key; null to begin with the first entry
     * @param limit maximum number of entries
     */
    List<BlockEntry> entries(String after, int limit) {
        var listed = provider instanceof KeyedContextProvider keyed ? keyed.list(ref, after, limit) : null;
        return listed == null ? List.of() : listed;
    }
}
