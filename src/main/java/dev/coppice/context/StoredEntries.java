package dev.coppice.context;

import dev.coppice.api.Precondition;
import java.util.List;

/** Entries in the database: what stored skills and stored search entries have in common. */
interface StoredEntries extends KeyedContextProvider {
    Stores stores();

    ContentOwner owner();

    @Override
    default void set(BlockUse use, ContextEntry entry) {
        stores().put(owner(), use.label(), entry, Precondition.NONE);
    }

    @Override
    default boolean remove(BlockUse use, String key) {
        return stores().remove(owner(), use.label(), key, Precondition.NONE).isPresent();
    }

    @Override
    default List<ContextEntry> list(BlockUse use, String after, int limit) {
        return stores().entries(owner(), use.label(), after, limit);
    }
}
