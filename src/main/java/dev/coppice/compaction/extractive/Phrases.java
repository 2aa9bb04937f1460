package dev.coppice.compaction.extractive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The words, and pairs of words, that some sentences are about. Linear in them, apart from sorting. */
final class Phrases {
    /** A pair that returns says more than its words. */
    private static final double PAIR = 1.5;

    private final Map<String, Phrase> found = new LinkedHashMap<>();
    private final Weights weights;
    private final Set<String> without;

    private static final class Phrase {
        private final String shown;
        private final double weight;
        private int times;

        Phrase(String shown, double weight) {
            this.shown = shown;
            this.weight = weight;
        }

        double rate() {
            return weight * Math.sqrt(times);
        }
    }

    private Phrases(Weights weights, Set<String> without) {
        this.weights = weights;
        this.without = without;
    }

    /**
     * @param without words in lower case that are not to be among them
     * @return at most so many, the most telling first
     */
    static List<String> of(List<String> texts, Weights weights, Set<String> without, int most) {
        var phrases = new Phrases(weights, without);
        texts.forEach(phrases::add);
        return phrases.best(most);
    }

    private void add(String text) {
        String last = null;
        int lastFrom = 0;
        for (var words = new Words(text); words.next(); ) {
            var stem = words.stem();
            if (Words.isCommon(stem) || Character.isDigit(stem.charAt(0)) || without.contains(stem)) {
                last = null;
                continue;
            }
            double weight = weights.of(stem.hashCode());
            add(stem, words.shown(), weight);
            if (last != null && words.joined()) {
                double both = PAIR * (weight + weights.of(last.hashCode())) / 2;
                add(last + " " + stem, text.substring(lastFrom, words.to()), both);
            }
            last = stem;
            lastFrom = words.from();
        }
    }

    private void add(String key, String shown, double weight) {
        found.computeIfAbsent(
                        key, k -> new Phrase(shown.toLowerCase(Locale.ROOT).equals(k) ? k : shown, weight))
                .times++;
    }

    private List<String> best(int most) {
        var sorted = found.entrySet().stream()
                .filter(entry -> !entry.getKey().contains(" ") || entry.getValue().times > 1)
                .sorted(Comparator.comparingDouble(entry -> -entry.getValue().rate()))
                .toList();
        var keys = new ArrayList<String>();
        var shown = new ArrayList<String>();
        for (var entry : sorted) {
            if (shown.size() == most) {
                break;
            }
            var key = entry.getKey();
            if (keys.stream().noneMatch(other -> sharesAWord(key, other))) {
                keys.add(key);
                shown.add(entry.getValue().shown);
            }
        }
        return shown;
    }

    private static boolean sharesAWord(String one, String other) {
        for (var word : one.split(" ")) {
            if ((" " + other + " ").contains(" " + word + " ")) {
                return true;
            }
        }
        return false;
    }
}
