package dev.coppice.search.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Progress of a task that indexes a whole tree again, in steps. Such a task is needed in two cases. The tree of a
 * deleted session is indexed again if forks still read it, because the session's rows may have been purged before this
 * node applied its events. The tree of a session that got an agent is indexed again, because the documents contain the
 * agent. Immutable.
 *
 * @param tree database id of the tree
 * @param seq sequence number of the last message that was indexed; {@code Long.MIN_VALUE} before the first one.
 *     Messages are indexed in the order of their sequence numbers, after the edits.
 * @param edit position of the last edit that was indexed; null if all edits are indexed or none has to be
 */
public record PendingTree(long tree, long seq, ScanPosition edit) {
    private static final String SEPARATOR = ":";

    /**
     * Returns the progress before anything is indexed, for the tree of a deleted session. Only the messages of such a
     * tree are indexed; its edits need no documents, because forks do not read them.
     */
    static PendingTree orphaned(long tree) {
        return new PendingTree(tree, Long.MIN_VALUE, null);
    }

    /** Returns the progress before anything is indexed, for the tree of an existing session. */
    static PendingTree whole(long tree) {
        return new PendingTree(tree, Long.MIN_VALUE, ScanPosition.beforeEditsOf(tree));
    }

    /**
     * Returns the progress after further rows were indexed; empty if the tree is completely indexed.
     *
     * @param rows the rows that {@link RowReader#next} returned for this progress: either edits or messages. An empty
     *     list means that all edits were read or, if the edits were read already, that all messages were read.
     */
    Optional<PendingTree> after(List<? extends IndexedRow> rows) {
        if (rows.isEmpty()) {
            return edit == null ? Optional.empty() : Optional.of(new PendingTree(tree, seq, null));
        }
        var last = rows.get(rows.size() - 1);
        return Optional.of(
                last instanceof IndexedMessage message
                        ? new PendingTree(tree, message.seq(), edit)
                        : new PendingTree(tree, seq, ScanPosition.after(DocumentType.EDIT, last.id())));
    }

    /**
     * Returns the progress of all trees in {@code pending} and {@code more}. If a tree is in both lists, the result has
     * the progress in {@code more}, so that the tree is indexed from the beginning.
     */
    static List<PendingTree> join(List<PendingTree> pending, Collection<PendingTree> more) {
        var begun = more.stream().map(PendingTree::tree).collect(Collectors.toSet());
        return Stream.concat(pending.stream().filter(tree -> !begun.contains(tree.tree())), more.stream())
                .toList();
    }

    /**
     * Returns this progress as numbers, separated by colons: the tree, the sequence number and, if there is an edit,
     * its branch and depth.
     */
    @Override
    public String toString() {
        var numbers = new ArrayList<>(List.of(tree, seq));
        if (edit != null) {
            numbers.addAll(edit.key().subList(1, edit.key().size()));
        }
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(SEPARATOR));
    }

    /** Parses the result of {@link #toString}; throws an IllegalArgumentException for any other text. */
    static PendingTree parse(String text) {
        var numbers = Stream.of(text.split(SEPARATOR)).map(Long::valueOf).toList();
        return switch (numbers.size()) {
            case 2 -> new PendingTree(numbers.get(0), numbers.get(1), null);
            case 4 -> new PendingTree(
                    numbers.get(0),
                    numbers.get(1),
                    new ScanPosition(DocumentType.EDIT, List.of(numbers.get(0), numbers.get(2), numbers.get(3))));
            default -> throw new IllegalArgumentException("Not a pending tree: " + text);
        };
    }
}
