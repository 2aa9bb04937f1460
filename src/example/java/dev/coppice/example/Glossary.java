package dev.coppice.example;

import dev.coppice.context.BlockEntry;
import dev.coppice.context.BlockRef;
import dev.coppice.context.SearchProvider;
import dev.coppice.context.SkillProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Provides a glossary that the model can search and load from. A block uses it with the provider
 * {@code {"type":"bean","name":"glossary"}}. It implements two interfaces, so the model gets the tools
 * {@code search_context}, {@code load_context} and {@code unload_context}. It cannot be written, so the model does not
 * get {@code set_context}. Thread-safe.
 */
@Named("glossary")
@ApplicationScoped
public class Glossary implements SearchProvider, SkillProvider {
    private static final Map<String, String> DEFINITIONS = new TreeMap<>(Map.of(
            "coppice", "A wood whose trees are cut back to the ground and grow again.",
            "stool", "The living stump that new stems grow from.",
            "standard", "A tree in a coppice that is left to grow tall."));

    @Override
    public String get(BlockRef block) {
        return DEFINITIONS.keySet().stream().map(term -> "- " + term).collect(Collectors.joining("\n"));
    }

    @Override
    public Optional<String> load(BlockRef block, String key) {
        return Optional.ofNullable(DEFINITIONS.get(key));
    }

    @Override
    public List<BlockEntry> search(BlockRef block, String query, int limit) {
        var lowerCaseQuery = query.toLowerCase(Locale.ROOT);
        return DEFINITIONS.entrySet().stream()
                .filter(term -> (term.getKey() + ' ' + term.getValue())
                        .toLowerCase(Locale.ROOT)
                        .contains(lowerCaseQuery))
                .limit(limit)
                .map(term -> new BlockEntry(term.getKey(), null, null, term.getValue()))
                .toList();
    }
}
