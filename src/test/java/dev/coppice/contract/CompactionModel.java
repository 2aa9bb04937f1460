package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.contract.TreeModel.Node;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The compactions of a {@link TreeModel}: the rules of compaction in their simplest form, with which the server is
 * compared.
 */
final class CompactionModel {
    /** A compaction: its summary and the first and last message of its range, deleted or not. */
    record Summary(int number, String id, Node from, Node to, String summary) {
        /** The first message of the range that is left: retention may have removed its beginning. */
        @Override
        public Node from() {
            return from.trimmed && !to.trimmed ? TreeModel.pathWithDeleted(to).get(0) : from;
        }

        String messageId() {
            return "compaction_" + id;
        }
    }

    /** A message as a history shows it. */
    record Shown(String id, String text) {
        long tokens() {
            return 4 + CompactionsIT.estimate(text);
        }
    }

    private final List<Summary> summaries = new ArrayList<>();
    private int nextNumber;

    Summary add(String id, Node from, Node to, String summary) {
        var one = new Summary(nextNumber++, id, from, to, summary);
        summaries.add(one);
        return one;
    }

    /** Copies the compactions whose ends were both copied, in the same order. */
    void copy(Map<Node, Node> copies, CompactionModel to) {
        summaries.stream()
                .filter(one -> copies.containsKey(one.from()) && copies.containsKey(one.to()))
                .forEach(one -> to.add(one.id(), copies.get(one.from()), copies.get(one.to()), one.summary()));
    }

    void remove(Summary one) {
        summaries.remove(one);
    }

    /** Removes compactions whose last message was removed by retention. */
    void trim() {
        summaries.removeIf(one -> one.to().trimmed);
    }

    void clear() {
        summaries.clear();
    }

    List<Summary> all() {
        return List.copyOf(summaries);
    }

    /** The history of a path that may contain deleted messages. */
    List<Shown> shown(List<Node> line) {
        var applied = applied(line);
        var shown = new ArrayList<Shown>();
        for (int i = 0; i < line.size(); i++) {
            var node = line.get(i);
            var summary = applied.stream()
                    .filter(one -> one.from() == node)
                    .findFirst()
                    .orElse(null);
            if (summary != null) {
                shown.add(new Shown(summary.messageId(), summary.summary()));
                i = line.indexOf(summary.to());
            } else if (!node.deleted) {
                shown.add(new Shown(node.id, node.text));
            }
        }
        return shown;
    }

    private List<Summary> applied(List<Node> line) {
        var applied = new ArrayList<Summary>();
        int covered = -1;
        for (var one : on(line)) {
            if (line.indexOf(one.from()) > covered) {
                applied.add(one);
                covered = line.indexOf(one.to());
            }
        }
        return applied;
    }

    private List<Summary> on(List<Node> line) {
        return summaries.stream()
                .filter(one -> line.contains(one.from()) && line.contains(one.to()))
                .sorted(Comparator.<Summary>comparingInt(one -> line.indexOf(one.from()))
                        .thenComparing(Comparator.comparingInt(Summary::number).reversed()))
                .toList();
    }

    /** True if on some path with both its ends another compaction is shown instead. */
    boolean isSuperseded(Summary one) {
        return summaries.stream()
                .map(other -> TreeModel.pathWithDeleted(other.to()))
                .anyMatch(line -> on(line).contains(one) && !applied(line).contains(one));
    }

    /** Asserts that a history has these messages and their tokens. */
    static void compare(List<Shown> shown, HttpAnswer history, String what) {
        var messages = new ArrayList<Shown>();
        history.json()
                .path("messages")
                .forEach(message ->
                        messages.add(new Shown(Json.text(message.path("id")), Json.text(message.at("/parts/0/text")))));
        assertEquals(shown, messages, what);
        assertEquals(tokens(shown), history.number("/tokens"), "tokens of the " + what);
    }

    static long tokens(List<Shown> shown) {
        return shown.stream().mapToLong(Shown::tokens).sum();
    }
}
