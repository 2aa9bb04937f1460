package dev.coppice.search.index;

import static dev.coppice.search.index.KeyPart.BRANCH;
import static dev.coppice.search.index.KeyPart.DEPTH;
import static dev.coppice.search.index.KeyPart.TREE;

import dev.coppice.message.Edit;
import dev.coppice.message.Position;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** What there are documents of; each type has an index, and rows that are walked over in the order of their keys. */
public enum DocumentType {
    /** A message as it was written. */
    MESSAGE(IndexedMessage.class, IndexedMessage.INDEX, "position", Kept.MESSAGES, List.of(BRANCH, DEPTH), id -> {
        var at = (Position) id;
        return List.of(at.branch(), (long) at.depth());
    }),
    /** The text that an edit gave to a message. */
    EDIT(IndexedEdit.class, IndexedEdit.INDEX, "key", Kept.EDITS, List.of(TREE, BRANCH, DEPTH), id -> {
        var key = (Edit.Key) id;
        return List.of(key.tree(), key.branch(), (long) key.depth());
    }),
    /** A keyed piece of a context block. */
    ENTRY(IndexedEntry.class, IndexedEntry.INDEX, "id", Kept.ENTRIES, List.of(KeyPart.ENTRY), id -> List.of((Long) id));

    /** Whose rows have documents. */
    private enum Kept {
        /** Those of sessions, and of what these have left to forks. */
        MESSAGES(
                """
                 and (exists (select 1 from IndexedSession s where s.tree = d.tree)
                or exists (select 1 from IndexedOrphan k where k.tree = d.tree))"""),
        /** Those of sessions: forks have edits of their own. */
        EDITS(" and exists (select 1 from IndexedSession s where s.tree = d.key.tree)"),
        /** Those that are shared, and those of sessions. */
        ENTRIES(" and (d.session is null or exists (select 1 from IndexedSession s where s.number = d.session))");

        private final String condition;

        Kept(String condition) {
            this.condition = condition;
        }
    }

    private final Class<? extends IndexedRow> rows;
    private final String index;
    private final String id;
    private final Kept kept;
    private final List<KeyPart> parts;
    private final Function<Object, List<Long>> numbers;

    DocumentType(
            Class<? extends IndexedRow> rows,
            String index,
            String id,
            Kept kept,
            List<KeyPart> parts,
            Function<Object, List<Long>> numbers) {
        this.rows = rows;
        this.index = index;
        this.id = id;
        this.kept = kept;
        this.parts = parts;
        this.numbers = numbers;
    }

    /** The type whose index has a name; IllegalArgumentException when there is none. */
    static DocumentType of(String index) {
        return Arrays.stream(values())
                .filter(type -> type.index.equals(index))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    }

    /** The type that comes behind this one in a walk; null behind the last. */
    DocumentType next() {
        return ordinal() + 1 < values().length ? values()[ordinal() + 1] : null;
    }

    Class<? extends IndexedRow> rows() {
        return rows;
    }

    static List<Class<? extends IndexedRow>> allRows() {
        return Arrays.stream(values())
                .<Class<? extends IndexedRow>>map(DocumentType::rows)
                .toList();
    }

    /** The name of its index, which is that of its folder. */
    String index() {
        return index;
    }

    /** The attribute of a row that is its key. */
    String id() {
        return id;
    }

    /** What is fetched along with rows {@code d}. */
    String fetched() {
        return kept == Kept.ENTRIES ? "" : " left join fetch d.session";
    }

    /** The condition, with its {@code and}, without which a row {@code d} has no document. */
    String kept() {
        return kept.condition;
    }

    /** What keys are made of, the first one first in their order. */
    List<KeyPart> parts() {
        return parts;
    }

    /** The attribute of a row {@code d} that is a part of its key. */
    String attribute(KeyPart part) {
        return "d." + (parts.size() == 1 ? id : id + "." + part.attribute());
    }

    /** A key as its numbers. */
    List<Long> numbers(Object key) {
        return numbers.apply(key);
    }
}
