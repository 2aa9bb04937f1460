package dev.coppice.tool;

import dev.coppice.agent.BlockScope;
import dev.coppice.agent.BlockSpec;
import dev.coppice.agent.ProviderSpec;
import dev.coppice.context.BlockEntry;
import dev.coppice.context.BlockRef;
import dev.coppice.context.ContextBlock;
import dev.coppice.context.ContextProvider;
import dev.coppice.context.KeyedContextProvider;
import dev.coppice.context.SearchProvider;
import dev.coppice.context.SkillProvider;
import dev.coppice.context.WritableContextProvider;
import dev.coppice.format.LoadedSkill;
import dev.coppice.session.SessionName;
import java.util.List;
import java.util.Optional;

/** Context blocks of every type, and the tools for them. */
final class ToolFixtures {
    private ToolFixtures() {}

    /** A provider without content. The tools of a block depend only on the interfaces that its provider implements. */
    interface Empty extends ContextProvider {
        @Override
        default String get(BlockRef block) {
            return "";
        }
    }

    interface Written extends Empty, WritableContextProvider {
        @Override
        default void set(BlockRef block, String content) {
            // not stored
        }
    }

    interface Keyed extends Empty, KeyedContextProvider {
        @Override
        default void set(BlockRef block, BlockEntry entry) {
            // not stored
        }

        @Override
        default boolean remove(BlockRef block, String key) {
            return false;
        }

        @Override
        default List<BlockEntry> list(BlockRef block, String after, int limit) {
            return List.of();
        }
    }

    interface Loadable extends Empty, SkillProvider {
        @Override
        default Optional<String> load(BlockRef block, String key) {
            return Optional.empty();
        }
    }

    interface Searchable extends Empty, SearchProvider {
        @Override
        default List<BlockEntry> search(BlockRef block, String query, int limit) {
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

    static ContextBlock block(String label, String description, ContextProvider provider) {
        var spec = new BlockSpec(label, description, null, ProviderSpec.STORED, BlockScope.SESSION, null);
        var ref = new BlockRef(new SessionName("t", "", "s"), null, "a", label, BlockScope.SESSION);
        return new ContextBlock(spec, ref, provider);
    }

    /** Returns a block that only applications may write. */
    static ContextBlock readOnly(String label, ContextProvider provider) {
        var block = block(label, null, provider);
        var spec = new BlockSpec(label, null, null, null, null, null, false, null);
        return new ContextBlock(spec, block.ref(), provider);
    }

    /** Returns blocks for which a session has every tool. */
    static List<ContextBlock> blocks() {
        return List.of(
                block("soul", "Identity", new Fixed()),
                block("memory", "Learned facts: \"quoted\", \\ and\nmore", new Text()),
                block("skills", null, new Skills()),
                block("bucket", "Shared documents", new Bucket()),
                block("knowledge", "", new Knowledge()),
                block("archive", "What was", new Archive()));
    }

    /** Returns all tools. */
    static List<Tool> tools(LoadedSkill... loaded) {
        return Toolbox.of(blocks(), true, List.of(loaded));
    }
}
