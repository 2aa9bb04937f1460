package dev.coppice.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tree of a session as the contract tells it, in the plainest form: every message knows its parent. */
final class TreeModel {
    /** A message that was ever appended; {@code gone} once it was deleted, {@code trimmed} once it was let go of. */
    static final class Node {
        final String id;
        final Node parent;
        final long seq;
        String text;
        boolean gone;
        boolean trimmed;

        /** The message that this is a copy of, or this one. */
        Node first = this;

        Node(String id, Node parent, long seq, String text) {
            this.id = id;
            this.parent = parent;
            this.seq = seq;
            this.text = text;
        }

        Node survivor() {
            var at = parent;
            while (at != null && at.gone) {
                at = at.parent;
            }
            return at;
        }

        String parentId() {
            return survivor() == null ? null : survivor().id;
        }
    }

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final List<Node> everything = new ArrayList<>();
    private Integer max;

    void append(String id, String parentId, String text) {
        appendUnder(parentId == null ? null : nodes.get(parentId), id, text);
    }

    /** Under a message that may have been deleted. */
    Node appendUnder(Node parent, String id, String text) {
        var node = new Node(id, parent, everything.size(), text);
        everything.add(node);
        nodes.put(id, node);
        return node;
    }

    void update(String id, String text) {
        nodes.get(id).text = text;
    }

    void delete(String id) {
        nodes.remove(id).gone = true;
    }

    /** From now on the leaf's path keeps so many messages, or all; answers how many went. */
    int retain(Integer messages) {
        max = messages;
        return trim();
    }

    /** Lets go of what the leaf's path has too many, and all that lies above; answers how many living messages went. */
    int trim() {
        var path = path(leaf());
        if (max == null || path.size() <= max) {
            return 0;
        }
        for (var at = path.get(path.size() - max).parent; at != null && !at.trimmed; at = at.parent) {
            at.trimmed = true;
            if (!at.gone) {
                delete(at.id);
            }
        }
        return path.size() - max;
    }

    void clear() {
        nodes.values().forEach(node -> node.gone = true);
        nodes.clear();
    }

    /** The same line down to a message in another tree, every message a copy of its own; it retains as much. */
    Map<Node, Node> copyLine(Node last, TreeModel to) {
        to.max = max;
        var copies = new LinkedHashMap<Node, Node>();
        for (var node : line(last)) {
            var copy = new Node(node.id, copies.get(node.parent), to.everything.size(), node.text);
            copy.gone = node.gone;
            copy.first = node.first;
            to.everything.add(copy);
            copies.put(node, copy);
            if (!node.gone) {
                to.nodes.put(copy.id, copy);
            }
        }
        return copies;
    }

    /** The living messages in the order of appending. */
    List<Node> living() {
        return nodes.values().stream()
                .sorted(Comparator.comparingLong(node -> node.seq))
                .toList();
    }

    /** The most recently appended message that is left. */
    String leaf() {
        var living = living();
        return living.isEmpty() ? null : living.get(living.size() - 1).id;
    }

    List<Node> children(Node parent) {
        return living().stream().filter(node -> node.survivor() == parent).toList();
    }

    List<Node> path(String leaf) {
        var path = new ArrayList<Node>();
        for (var at = nodes.get(leaf); at != null; at = at.survivor()) {
            path.add(at);
        }
        Collections.reverse(path);
        return path;
    }

    Node node(String id) {
        return nodes.get(id);
    }

    /** Ids of messages that were let go of and that nobody has now. */
    List<String> trimmed() {
        return everything.stream()
                .filter(node -> node.trimmed && !nodes.containsKey(node.id))
                .map(node -> node.id)
                .distinct()
                .toList();
    }

    /** Everything from the root down to a message, also what was deleted, but not what was let go of. */
    static List<Node> line(Node node) {
        var line = new ArrayList<Node>();
        for (var at = node; at != null && !at.trimmed; at = at.parent) {
            line.add(at);
        }
        Collections.reverse(line);
        return line;
    }
}
