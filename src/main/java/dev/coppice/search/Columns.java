package dev.coppice.search;

import dev.coppice.search.index.IndexFields;
import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;

/**
 * Reads numeric fields of message documents in one segment of the search index: the tree, the row position, and whether
 * the text is that of an edit. Lucene stores these fields as columns (doc values). The parameter {@code doc} of each
 * method is Lucene's id of a document in the segment. It must not be lower than in the call of the same method before.
 * Not thread-safe.
 */
final class Columns {
    private final SortedNumericDocValues tree;
    private final SortedNumericDocValues branch;
    private final SortedNumericDocValues depth;
    private final SortedNumericDocValues edited;

    Columns(LeafReader segment) throws IOException {
        tree = DocValues.getSortedNumeric(segment, IndexFields.TREE_COLUMN);
        branch = DocValues.getSortedNumeric(segment, IndexFields.BRANCH);
        depth = DocValues.getSortedNumeric(segment, IndexFields.DEPTH);
        edited = DocValues.getSortedNumeric(segment, IndexFields.EDITED);
    }

    long tree(int doc) throws IOException {
        return value(tree, doc);
    }

    long branch(int doc) throws IOException {
        return value(branch, doc);
    }

    int depth(int doc) throws IOException {
        return (int) value(depth, doc);
    }

    boolean isEdit(int doc) throws IOException {
        return value(edited, doc) == 1;
    }

    /** Returns the document's value in a column; throws an IllegalStateException if it has none. */
    private static long value(SortedNumericDocValues column, int doc) throws IOException {
        if (!column.advanceExact(doc)) {
            throw new IllegalStateException("A document of the search index has no value in a numeric column");
        }
        return column.nextValue();
    }
}
