package dev.coppice.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A plain model of a session's tree: every message knows its parent. */
final class TreeModel {
    /** A message that was ever appended; {@code deleted} after its deletion, {@code trimmed} when retention removed it. */
    static final class Node {
        final String id;
        final Node parent;
        final long seq;
        String text;
        boolean deleted;
        boolean trimmed;

        /** The message that this one was copied from, through all copies; itself if it is no copy. */
        Node original = this;

        Node(String id, Node parent, long seq, String text) {
            this.id = id;
            this.parent = parent;
            this.seq = seq;
            this.text = text;
        }

        /** The nearest ancestor that was not deleted, or null. */
        Node liveParent() {
            var at = parent;
            while (at != null && at.deleted) {
                at = at.parent;
            }
            return at;
        }

        String parentId() {
            return liveParent() == null ? null : liveParent().id;
        }
    }

    private final Map<String, Node> liveById = new LinkedHashMap<>();
    private final List<Node> allNodes = new ArrayList<>();
    private Integer max;

    void append(String id, String parentId, String text) {
        appendUnder(parentId == null ? null : liveById.get(parentId), id, text);
    }

    /** Appends under a message that may have been deleted. */
    Node appendUnder(Node parent, String id, String text) {
        var node = new Node(id, parent, allNodes.size(), text);
        allNodes.add(node);
        liveById.put(id, node);
        return node;
    }

    void update(String id, String text) {
        liveById.get(id).text = text;
    }

    void delete(String id) {
        liveById.remove(id).deleted = true;
    }

    /** Sets {@code maxMessages}, null for all, and applies it; returns the number of removed messages. */
    int retain(Integer messages) {
        max = messages;
        return trim();
    }

    /** Removes the oldest messages of the leaf's path beyond {@code maxMessages}; returns their number. */
    int trim() {
        var path = path(leaf());
        if (max == null || path.size() <= max) {
            return 0;
        }
        for (var at = path.get(path.size() - max).parent; at != null && !at.trimmed; at = at.parent) {
            at.trimmed = true;
            if (!at.deleted) {
                delete(at.id);
            }
        }
        return path.size() - max;
    }

    void clear() {
        liveById.values().forEach(node -> node.deleted = true);
        liveById.clear();
    }

    /** Copies the path of a message, with deleted messages, to another tree, which gets the same {@code maxMessages}. */
    Map<Node, Node> copyPath(Node last, TreeModel to) {
        to.max = max;
        var copies = new LinkedHashMap<Node, Node>();
        for (var node : pathWithDeleted(last)) {
            var copy = new Node(node.id, copies.get(node.parent), to.allNodes.size(), node.text);
            copy.deleted = node.deleted;
            copy.original = node.original;
            to.allNodes.add(copy);
            copies.put(node, copy);
            if (!node.deleted) {
                to.liveById.put(copy.id, copy);
            }
        }
        return copies;
    }

    /** The messages that are not deleted, in append order. */
    List<Node> live() {
        return liveById.values().stream()
                .sorted(Comparator.comparingLong(node -> node.seq))
                .toList();
    }

    /** The id of the newest message that is not deleted, or null. */
    String leaf() {
        var live = live();
        return live.isEmpty() ? null : live.get(live.size() - 1).id;
    }

    List<Node> children(Node parent) {
        return live().stream().filter(node -> node.liveParent() == parent).toList();
    }

    List<Node> path(String leaf) {
        var path = new ArrayList<Node>();
        for (var at = liveById.get(leaf); at != null; at = at.liveParent()) {
            path.add(at);
        }
        Collections.reverse(path);
        return path;
    }

    Node node(String id) {
        return liveById.get(id);
    }

    /** Ids of messages that retention removed and that no message has now. */
    List<String> trimmed() {
        return allNodes.stream()
                .filter(node -> node.trimmed && !liveById.containsKey(node.id))
                .map(node -> node.id)
                .distinct()
                .toList();
    }

    /** The path of a message, root first: with deleted messages, without those that retention removed. */
    static List<Node> pathWithDeleted(Node node) {
        var path = new ArrayList<Node>();
        for (var at = node; at != null && !at.trimmed; at = at.parent) {
            path.add(at);
        }
        Collections.reverse(path);
        return path;
    }
}
