package dev.coppice.context;

import dev.coppice.agent.BlockSpec;
import dev.coppice.json.Utf8;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A context block of one session with its provider. Its content is not loaded.
 *
 * @param spec the declaration of the block
 * @param ref identifies the block in calls of the provider
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

    /** True when the block has entries instead of one text. */
    public boolean isKeyed() {
        return isSkill() || isSearchable();
    }

    /** True when the model's tools may write the block. */
    public boolean isWritable() {
        return spec.writable() && hasWritableProvider();
    }

    /** True when the provider can be written, so applications may write the block. */
    boolean hasWritableProvider() {
        return isKeyed() ? provider instanceof KeyedContextProvider : provider instanceof WritableContextProvider;
    }

    /** Loads the content; empty when the provider returns null. */
    String content() {
        return Utf8.withoutLoneSurrogates(Objects.requireNonNullElse(provider.get(ref), ""));
    }

    /** Loads the document with this key; empty when the provider has none, returns null, or is not a skill provider. */
    Optional<String> document(String key) {
        var document = provider instanceof SkillProvider skills ? skills.load(ref, key) : null;
        return document == null ? Optional.empty() : document;
    }

    /** Finds matching entries; empty when the provider finds none, returns null, or is not a search provider. */
    List<BlockEntry> search(String query, int limit) {
        var found = provider instanceof SearchProvider searchable ? searchable.search(ref, query, limit) : null;
        return found == null ? List.of() : found;
    }

    /** Lists entries like {@link KeyedContextProvider#list}; empty when the provider returns null or cannot list. */
    List<BlockEntry> entries(String after, int limit) {
        var listed = provider instanceof KeyedContextProvider keyed ? keyed.list(ref, after, limit) : null;
        return listed == null ? List.of() : listed;
    }
}
