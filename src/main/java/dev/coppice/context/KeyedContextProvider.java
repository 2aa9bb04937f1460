package dev.coppice.context;

import java.util.List;

/** A provider of skills or of searchable entries that may be written, also by the model. */
public interface KeyedContextProvider extends ContextProvider {
    /** Writes an entry, in place of the one of its key if there is one. */
    void set(BlockUse use, ContextEntry entry);

    /** Removes an entry; false when there is none of the key. */
    boolean remove(BlockUse use, String key);

    /** All entries in the order of their keys, without their contents; at most so many, behind a key (null: from the first). */
    List<ContextEntry> list(BlockUse use, String after, int limit);
}
