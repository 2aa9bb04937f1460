package dev.coppice.search.index;

import dev.coppice.message.Edit;
import dev.coppice.message.Position;
import java.util.Arrays;
import java.util.List;

/**
 * The types of documents in the search index. Each type has a Lucene index of its own, and its documents are made from
 * the rows of one database table. A rebuild or verification scans the rows or the documents of a type in the order of
 * their keys. The key of a row is the list of the numbers in its primary key; the row's document contains these numbers
 * as fields.
 */
public enum DocumentType {
    /** The original text of a message. */
    MESSAGE(IndexedMessage.class, IndexedMessage.INDEX, "position", "tree", IndexFields.BRANCH, IndexFields.DEPTH),
    /** The text that a message has after an edit (an update). */
    EDIT(
            IndexedEdit.class,
            IndexedEdit.INDEX,
            "key",
            "key.tree",
            IndexFields.TREE,
            IndexFields.BRANCH,
            IndexFields.DEPTH),
    /** A block entry: a skill document or a searchable text. */
    ENTRY(IndexedEntry.class, IndexedEntry.INDEX, "id", "session", IndexFields.ENTRY);

    /** Java class to which the database rows of this document type are mapped. */
    private final Class<? extends IndexedRow> rows;

    private final String index;
    /** Name of the Java attribute that contains the primary key of a row. */
    private final String id;
    /** Name of the Java attribute that contains the database id of the row's owner, which is a tree or a session. */
    private final String owner;

    private final List<String> fields;

    DocumentType(Class<? extends IndexedRow> rows, String index, String id, String owner, String... fields) {
        this.rows = rows;
        this.index = index;
        this.id = id;
        this.owner = owner;
        this.fields = List.of(fields);
    }

    /**
     * Returns the type with this index name; throws an IllegalArgumentException if there is none.
     *
     * @param index name as {@link #index} returns it
     */
    static DocumentType of(String index) {
        return Arrays.stream(values())
                .filter(type -> type.index.equals(index))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    }

    /** Returns the type that a scan reads after this one; null after the last type. */
    DocumentType next() {
        return ordinal() + 1 < values().length ? values()[ordinal() + 1] : null;
    }

    /** Returns the Java class to which the database rows of this document type are mapped. */
    Class<? extends IndexedRow> rows() {
        return rows;
    }

    /** Returns the Java classes to which the database rows of all document types are mapped. */
    static List<Class<? extends IndexedRow>> allRows() {
        return Arrays.stream(values())
                .<Class<? extends IndexedRow>>map(DocumentType::rows)
                .toList();
    }

    /** Returns the name of the type's Lucene index, which is also the name of its folder. */
    String index() {
        return index;
    }

    /**
     * Returns the from clause of JPQL queries for the rows of this type, such as {@code " from IndexedMessage d"}. The
     * alias of a row is {@code d}.
     */
    String from() {
        return " from " + rows.getSimpleName() + " d";
    }

    /** Returns the JPQL expression for the primary key of a row, such as {@code d.position}. */
    String id() {
        return "d." + id;
    }

    /**
     * Returns the JPQL expression for the database id of a row's owner: a tree or, for a block entry, the session that
     * owns it. The id is null for a block entry that sessions share.
     */
    String owner() {
        return "d." + owner;
    }

    /**
     * Returns the names of the document fields that contain the numbers of the key, in the order in which keys are
     * compared.
     */
    List<String> fields() {
        return fields;
    }

    /**
     * Returns the JPQL expressions for the numbers of a row's key, in the order of {@link #fields}, such as
     * {@code d.position.branch}.
     */
    List<String> attributes() {
        return this == ENTRY
                ? List.of(id())
                : fields.stream().map(field -> id() + "." + field).toList();
    }

    /**
     * Returns the numbers of a primary key, in the order of {@link #fields}.
     *
     * @param id a {@link Position}, an {@link Edit.Key} or a {@code Long}
     */
    static List<Long> numbers(Object id) {
        if (id instanceof Position at) {
            return List.of(at.branch(), (long) at.depth());
        }
        return id instanceof Edit.Key key ? List.of(key.tree(), key.branch(), (long) key.depth()) : List.of((Long) id);
    }

    /**
     * Converts a number of a key to the Java type that the row's attribute has, for parameters of queries.
     *
     * @param field name of the document field that contains the number
     * @param number the number
     */
    static Object inRow(String field, long number) {
        return field.equals(IndexFields.DEPTH) ? (Object) (int) number : (Object) number;
    }

    /**
     * Converts a number of a key to the Java type that the document's field has, for search predicates.
     *
     * @param field name of the document field that contains the number
     * @param number the number
     */
    static Object inDocument(String field, long number) {
        return field.equals(IndexFields.TREE) ? OwnerKey.tree(number) : inRow(field, number);
    }
}
