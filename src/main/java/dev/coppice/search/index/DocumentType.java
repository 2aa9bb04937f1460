package dev.coppice.search.index;

import dev.coppice.message.Edit;
import dev.coppice.message.Position;
import java.util.Arrays;
import java.util.List;

/**
 * The types of documents. Each has an index of its own, and is scanned in the order of its key: the numbers of the primary
 * key, which documents hold in fields.
 */
public enum DocumentType {
    /** A message as it was written. */
    MESSAGE(IndexedMessage.class, IndexedMessage.INDEX, "position", "tree", IndexFields.BRANCH, IndexFields.DEPTH),
    /** The text that an edit gave to a message. */
    EDIT(
            IndexedEdit.class,
            IndexedEdit.INDEX,
            "key",
            "key.tree",
            IndexFields.TREE,
            IndexFields.BRANCH,
            IndexFields.DEPTH),
    /** A block entry. */
    ENTRY(IndexedEntry.class, IndexedEntry.INDEX, "id", "session", IndexFields.ENTRY);

    private final Class<? extends IndexedRow> rows;
    private final String index;
    private final String id;
    private final String owner;
    private final List<String> fields;

    DocumentType(Class<? extends IndexedRow> rows, String index, String id, String owner, String... fields) {
        this.rows = rows;
        this.index = index;
        this.id = id;
        this.owner = owner;
        this.fields = List.of(fields);
    }

    /** The type with this index; IllegalArgumentException when there is none. */
    static DocumentType of(String index) {
        return Arrays.stream(values())
                .filter(type -> type.index.equals(index))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    }

    /** The type scanned after this one; null after the last. */
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

    /** The name of its index, and of the index's folder. */
    String index() {
        return index;
    }

    /** JPQL: the rows of this type, named {@code d}. */
    String from() {
        return " from " + rows.getSimpleName() + " d";
    }

    /** JPQL: the primary key of a row. */
    String id() {
        return "d." + id;
    }

    /** JPQL: the number that identifies a row's owner: its tree, or the session of an entry. */
    String owner() {
        return "d." + owner;
    }

    /** The document fields that make up the key, the most significant first. */
    List<String> fields() {
        return fields;
    }

    /** JPQL: the attributes that make up the key, in the same order. */
    List<String> attributes() {
        return this == ENTRY
                ? List.of(id())
                : fields.stream().map(field -> id() + "." + field).toList();
    }

    /** The numbers of a primary key. */
    static List<Long> numbers(Object id) {
        if (id instanceof Position at) {
            return List.of(at.branch(), (long) at.depth());
        }
        return id instanceof Edit.Key key ? List.of(key.tree(), key.branch(), (long) key.depth()) : List.of((Long) id);
    }

    /** A number of a key, as the row's attribute has it. */
    static Object inRow(String field, long number) {
        return field.equals(IndexFields.DEPTH) ? (Object) (int) number : (Object) number;
    }

    /** A number of a key, as the document's field has it. */
    static Object inDocument(String field, long number) {
        return field.equals(IndexFields.TREE) ? OwnerKey.tree(number) : inRow(field, number);
    }
}
