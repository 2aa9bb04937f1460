package dev.coppice.inside;

import dev.coppice.context.BlockEntry;
import dev.coppice.context.BlockRef;
import dev.coppice.context.KeyedContextProvider;
import dev.coppice.context.SearchProvider;
import dev.coppice.context.SkillProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import java.util.List;
import java.util.Optional;

/** An application's provider that returns null from every method and stores nothing. */
@Named
@ApplicationScoped
public class NullProvider implements SkillProvider, SearchProvider, KeyedContextProvider {
    @Override
    public String get(BlockRef block) {
        return null;
    }

    @Override
    public Optional<String> load(BlockRef block, String key) {
        return null;
    }

    @Override
    public List<BlockEntry> search(BlockRef block, String query, int limit) {
        return null;
    }

    @Override
    public List<BlockEntry> list(BlockRef block, String after, int limit) {
        return null;
    }

    @Override
    public void set(BlockRef block, BlockEntry entry) {
        // not stored
    }

    @Override
    public boolean remove(BlockRef block, String key) {
        return false;
    }
}
