package dev.coppice.compaction.extractive;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Counts how often each name occurs. The counts can be written as text, such as {@code user (3), assistant (1)}, and
 * read from such a text again. Not thread-safe.
 */
final class NameCounts {
    private static final Pattern ITEM = Pattern.compile("([^,():]{1,60}) \\((\\d{1,9})\\)");

    private final Map<String, Long> counts = new LinkedHashMap<>();

    void add(String name, long count) {
        counts.merge(name, count, Long::sum);
    }

    /** Adds the counts in a line that {@link #text} has written. Ignores everything else in the line. */
    void read(String line) {
        for (var item = ITEM.matcher(line); item.find(); ) {
            add(item.group(1).strip(), Long.parseLong(item.group(2)));
        }
    }

    NameCounts copy() {
        var copy = new NameCounts();
        copy.counts.putAll(counts);
        return copy;
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /**
     * Returns the {@code limit} most frequent names with their counts, such as {@code user (3), assistant (1)}. Names
     * with equal counts keep the order of their first occurrence.
     */
    String text(int limit) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(limit)
                .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
    }
}
