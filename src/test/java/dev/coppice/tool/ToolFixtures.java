package dev.coppice.tool;

import dev.coppice.agent.BlockScope;
import dev.coppice.agent.BlockSpec;
import dev.coppice.agent.ProviderSpec;
import dev.coppice.context.Block;
import dev.coppice.context.BlockUse;
import dev.coppice.context.ContextEntry;
import dev.coppice.context.ContextProvider;
import dev.coppice.context.KeyedContextProvider;
import dev.coppice.context.SearchProvider;
import dev.coppice.context.SkillProvider;
import dev.coppice.context.WritableContextProvider;
import dev.coppice.format.LoadedSkill;
import dev.coppice.session.SessionName;
import java.util.List;
import java.util.Optional;

/** Blocks of every kind, for tools. */
final class ToolFixtures {
    private ToolFixtures() {}

    /** What makes a provider of a kind is the interfaces that it has; its contents don't matter here. */
    interface Empty extends ContextProvider {
        @Override
        default String get(BlockUse use) {
            return "";
        }
    }

    interface Written extends Empty, WritableContextProvider {
        @Override
        default void set(BlockUse use, String content) {
            // kept by nobody
        }
    }

    interface Keyed extends Empty, KeyedContextProvider {
        @Override
        default void set(BlockUse use, ContextEntry entry) {
            // kept by nobody
        }

        @Override
        default boolean remove(BlockUse use, String key) {
            return false;
        }

        @Override
        default List<ContextEntry> list(BlockUse use, String after, int limit) {
            return List.of();
        }
    }

    interface Loadable extends Empty, SkillProvider {
        @Override
        default Optional<String> load(BlockUse use, String key) {
            return Optional.empty();
        }
    }

    interface Searchable extends Empty, SearchProvider {
        @Override
        default List<ContextEntry> search(BlockUse use, String query, int limit) {
            return List.of();
        }
    }

    record Fixed() implements Empty {}

    record Text() implements Written {}

    record Bucket() implements Loadable {}

    record Skills() implements Loadable, Keyed {}

    record Knowledge() implements Searchable, Keyed {}

    record Archive() implements Searchable {}

    record Everything() implements Loadable, Searchable, Keyed {}

    static Block block(String label, String description, ContextProvider provider) {
        var spec = new BlockSpec(label, description, null, ProviderSpec.STORED, BlockScope.SESSION, null);
        var use = new BlockUse(new SessionName("t", "", "s"), null, "a", label, BlockScope.SESSION);
        return new Block(spec, use, provider);
    }

    /** Blocks that together bring every tool. */
    static List<Block> blocks() {
        return List.of(
                block("soul", "Identity", new Fixed()),
                block("memory", "Learned facts: \"quoted\", \\ and\nmore", new Text()),
                block("skills", null, new Skills()),
                block("bucket", "Shared documents", new Bucket()),
                block("knowledge", "", new Knowledge()),
                block("archive", "What was", new Archive()));
    }

    /** Every tool there is. */
    static List<Tool> tools(LoadedSkill... loaded) {
        return Toolbox.of(blocks(), true, List.of(loaded));
    }
}
