package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.contract.TreeModel.Node;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Summaries over the messages of a {@link TreeModel}, by the rules of the contract in their plainest form. */
final class CompactionModel {
    /** A summary, and the messages at its ends, whatever has become of them. */
    record Laid(int number, String id, Node from, Node to, String summary) {
        /** The first message that it stands for: when the beginning was let go of, the first that is left. */
        @Override
        public Node from() {
            return from.trimmed && !to.trimmed ? TreeModel.line(to).get(0) : from;
        }

        String messageId() {
            return "compaction_" + id;
        }
    }

    /** A message as a reader sees it. */
    record Seen(String id, String text) {
        long tokens() {
            return 4 + CompactionsIT.estimate(text);
        }
    }

    private final List<Laid> laid = new ArrayList<>();
    private int made;

    Laid lay(String id, Node from, Node to, String summary) {
        var one = new Laid(made++, id, from, to, summary);
        laid.add(one);
        return one;
    }

    /** Lays those that have both ends among some messages over their copies, in the same order. */
    void copy(Map<Node, Node> copies, CompactionModel to) {
        laid.stream()
                .filter(one -> copies.containsKey(one.from()) && copies.containsKey(one.to()))
                .forEach(one -> to.lay(one.id(), copies.get(one.from()), copies.get(one.to()), one.summary()));
    }

    void undo(Laid one) {
        laid.remove(one);
    }

    /** A summary goes with the last message that it stands for. */
    void trim() {
        laid.removeIf(one -> one.to().trimmed);
    }

    void clear() {
        laid.clear();
    }

    List<Laid> all() {
        return List.copyOf(laid);
    }

    /** What a reader sees of a line, which may have deleted messages in it. */
    List<Seen> seen(List<Node> line) {
        var applied = applied(line);
        var seen = new ArrayList<Seen>();
        for (int i = 0; i < line.size(); i++) {
            var node = line.get(i);
            var summary = applied.stream()
                    .filter(one -> one.from() == node)
                    .findFirst()
                    .orElse(null);
            if (summary != null) {
                seen.add(new Seen(summary.messageId(), summary.summary()));
                i = line.indexOf(summary.to());
            } else if (!node.gone) {
                seen.add(new Seen(node.id, node.text));
            }
        }
        return seen;
    }

    private List<Laid> applied(List<Node> line) {
        var applied = new ArrayList<Laid>();
        int covered = -1;
        for (var one : on(line)) {
            if (line.indexOf(one.from()) > covered) {
                applied.add(one);
                covered = line.indexOf(one.to());
            }
        }
        return applied;
    }

    private List<Laid> on(List<Node> line) {
        return laid.stream()
                .filter(one -> line.contains(one.from()) && line.contains(one.to()))
                .sorted(Comparator.<Laid>comparingInt(one -> line.indexOf(one.from()))
                        .thenComparing(Comparator.comparingInt(Laid::number).reversed()))
                .toList();
    }

    /** True when on some line that has both its ends another one is seen. */
    boolean isSuperseded(Laid one) {
        return laid.stream()
                .map(other -> TreeModel.line(other.to()))
                .anyMatch(line -> on(line).contains(one) && !applied(line).contains(one));
    }

    /** Compares a history with what its reader sees, and with what that costs. */
    static void compare(List<Seen> seen, HttpAnswer history, String what) {
        var messages = new ArrayList<Seen>();
        history.json()
                .path("messages")
                .forEach(message ->
                        messages.add(new Seen(Json.text(message.path("id")), Json.text(message.at("/parts/0/text")))));
        assertEquals(seen, messages, what);
        assertEquals(tokens(seen), history.number("/tokens"), "tokens of the " + what);
    }

    static long tokens(List<Seen> seen) {
        return seen.stream().mapToLong(Seen::tokens).sum();
    }
}
