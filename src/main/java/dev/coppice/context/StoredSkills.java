package dev.coppice.context;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Skills in the database. The listing has a line for each, in the order of their keys.
 *
 * @param max skills that are listed
 */
record StoredSkills(Stores stores, ContentOwner owner, int max) implements StoredEntries, SkillProvider {
    /** Lines as any reader may see them. */
    private static final Pattern LINE_ENDS = Pattern.compile("[\\s\\p{Cc}\\p{Zl}\\p{Zp}]+");

    @Override
    public String get(BlockUse use) {
        return stores.entries(owner, use.label(), null, max).stream()
                .map(StoredSkills::line)
                .collect(Collectors.joining("\n"));
    }

    /** A line of a listing; one line, whoever wrote the description: no part of it may pass for another skill. */
    static String line(ContextEntry entry) {
        var description = entry.description() == null
                ? ""
                : LINE_ENDS.matcher(entry.description()).replaceAll(" ").strip();
        return "- " + entry.key() + (description.isEmpty() ? "" : ": " + description);
    }

    @Override
    public Optional<String> load(BlockUse use, String key) {
        return stores.entry(owner, use.label(), key).map(entry -> entry.entry().content());
    }
}
