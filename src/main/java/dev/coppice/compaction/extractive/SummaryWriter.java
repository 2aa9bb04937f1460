package dev.coppice.compaction.extractive;

import dev.coppice.format.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes the four sections, and counts what they cost. Used once, by one thread. */
final class SummaryWriter {
    private static final int MOST_PHRASES = 10;
    private static final int MOST_SPEAKERS = 6;
    private static final int MOST_TOOLS = 12;

    private final Budget budget;
    private final Weights weights;
    private final Set<String> names = new HashSet<>();
    private String counts = "";
    private String tools = "";
    private List<String> state = List.of();
    private final List<String> open = new ArrayList<>();

    SummaryWriter(Budget budget, Weights weights) {
        this.budget = budget;
        this.weights = weights;
    }

    /** Says how many messages are summarised in all, whose they are, and which tools were called. */
    void counts(long messages, NameCounts speakers, NameCounts called) {
        boolean few = budget.all() < 200;
        counts = messages
                + (messages == 1 ? " message" : " messages")
                + (speakers.isEmpty() ? "." : ": " + speakers.text(few ? 3 : MOST_SPEAKERS) + ".");
        tools = called.isEmpty() ? "" : PastSummary.TOOLS + called.text(few ? 4 : MOST_TOOLS) + ".";
        for (var name : speakers.names()) {
            for (var words = new Words(name); words.next(); ) {
                names.add(words.stem());
            }
        }
    }

    /** The state as it is now, or as it was when nothing new tells. */
    void state(List<Sentence> now, List<String> before) {
        state = now.isEmpty() ? fitting(before, budget.state()) : lines(now);
    }

    /** Keeps the last of what is still open, and leaves room for what is open now; how many it keeps. */
    int stillOpen(List<String> before) {
        open.addAll(fitting(before, budget.open() * 2 / 3));
        return open.size();
    }

    int roomForOpen() {
        return budget.open() - Tokens.of(String.join("\n", open));
    }

    void open(List<Sentence> now) {
        open.addAll(lines(now));
    }

    boolean saysNothing() {
        return state.isEmpty();
    }

    /** Tokens that are left for key points, of which one is to be the topic's sentence if it has none yet. */
    int roomForPoints(List<String> topic) {
        var rest = new ArrayList<String>();
        rest.add(counts);
        rest.add(tools);
        rest.addAll(state);
        rest.addAll(open);
        rest.addAll(topic(topic));
        return budget.points(rest.stream().mapToInt(Tokens::of).sum() + budget.topic() / 3);
    }

    /**
     * @param topic sentences that an earlier summary has
     * @param points in their order
     */
    String text(List<String> topic, List<Sentence> points) {
        var lines = new ArrayList<>(lines(points));
        var head = new ArrayList<>(topic(topic));
        if (head.isEmpty() && points.size() > 1) {
            var best = points.indexOf(central(points));
            head.add(lines.remove(best).substring(2));
        }
        var phrases = phrases(points);
        if (!phrases.isEmpty()) {
            head.add(0, phrases);
        }
        head.add(counts);
        if (!tools.isEmpty()) {
            lines.add("- " + tools);
        }
        return section("Topic", head) + "\n" + section("Key Points", lines) + "\n" + section("Current State", state)
                + "\n" + section("Open Items", open);
    }

    private List<String> topic(List<String> before) {
        return fitting(before, budget.topic() * 2 / 3).stream()
                .map(line -> line.substring(2))
                .toList();
    }

    /** The point that most of what is told turns around, however long it is. */
    private Sentence central(List<Sentence> points) {
        return points.stream()
                .max(Comparator.<Sentence>comparingDouble(weights::of)
                        .thenComparing(Sentence::order, Comparator.reverseOrder()))
                .orElseThrow();
    }

    private String phrases(List<Sentence> points) {
        var texts = new ArrayList<String>();
        points.forEach(point -> texts.add(PastSummary.said(point.text())));
        state.forEach(line -> texts.add(PastSummary.said(line)));
        int most = Math.max(3, Math.min(MOST_PHRASES, budget.topic() / 9));
        var phrases = Phrases.of(texts, weights, names, most);
        return phrases.isEmpty() ? "" : PastSummary.PHRASES + String.join(", ", phrases) + ".";
    }

    /** Bullets of the last lines that fit; at least of the last one, cut. */
    private List<String> fitting(List<String> lines, int tokens) {
        var fitting = new ArrayList<String>();
        int rest = tokens;
        for (int i = lines.size() - 1; i >= 0; i--) {
            var line =
                    "- " + (fitting.isEmpty() ? Sentences.cut(lines.get(i), Math.max(70, 3 * tokens)) : lines.get(i));
            rest -= Tokens.of(line);
            if (rest < 0 && !fitting.isEmpty()) {
                break;
            }
            fitting.add(0, line);
        }
        return fitting;
    }

    private static List<String> lines(List<Sentence> sentences) {
        return sentences.stream().map(Sentence::line).toList();
    }

    private static String section(String name, List<String> lines) {
        return "## " + name + "\n" + (lines.isEmpty() ? "None." : String.join("\n", lines)) + "\n";
    }
}
