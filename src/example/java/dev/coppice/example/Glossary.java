package dev.coppice.example;

import dev.coppice.context.BlockUse;
import dev.coppice.context.ContextEntry;
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
 * The words of a house, which the model may search and load. A block shows it when its provider is
 * {@code {"type":"bean","name":"glossary"}}. Because it implements two interfaces, the session's model gets
 * {@code search_context}, {@code load_context} and {@code unload_context}; because none of them writes, not
 * {@code set_context}.
 */
@Named("glossary")
@ApplicationScoped
public class Glossary implements SearchProvider, SkillProvider {
    private static final Map<String, String> WORDS = new TreeMap<>(Map.of(
            "coppice", "A wood whose trees are cut back to the ground and grow again.",
            "stool", "The living stump that new stems grow from.",
            "standard", "A tree in a coppice that is left to grow tall."));

    @Override
    public String get(BlockUse use) {
        return WORDS.keySet().stream().map(word -> "- " + word).collect(Collectors.joining("\n"));
    }

    @Override
    public Optional<String> load(BlockUse use, String key) {
        return Optional.ofNullable(WORDS.get(key));
    }

    @Override
    public List<ContextEntry> search(BlockUse use, String query, int limit) {
        var wanted = query.toLowerCase(Locale.ROOT);
        return WORDS.entrySet().stream()
                .filter(word -> (word.getKey() + ' ' + word.getValue())
                        .toLowerCase(Locale.ROOT)
                        .contains(wanted))
                .limit(limit)
                .map(word -> new ContextEntry(word.getKey(), null, null, word.getValue()))
                .toList();
    }
}
