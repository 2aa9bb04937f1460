package dev.coppice.compaction.extractive;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How often each of some names occurred, written as {@code a (3), b (1)} and read again. */
final class NameCounts {
    private static final Pattern ITEM = Pattern.compile("([^,():]{1,60}) \\((\\d{1,9})\\)");

    private final Map<String, Long> counts = new LinkedHashMap<>();

    void add(String name, long count) {
        counts.merge(name, count, Long::sum);
    }

    /** Adds what stands in a line that was written so; passes over all else. */
    void read(String line) {
        for (var item = ITEM.matcher(line); item.find(); ) {
            add(item.group(1).strip(), Long.parseLong(item.group(2)));
        }
    }

    void addAll(NameCounts other) {
        other.counts.forEach(this::add);
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    Iterable<String> names() {
        return counts.keySet();
    }

    /** The most frequent names, of equal ones the first. */
    String text(int most) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(most)
                .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
    }
}
