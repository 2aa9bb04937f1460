package dev.coppice.search;

import static dev.coppice.search.Clauses.Texts.SAID;

import dev.coppice.search.index.IndexFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;

/**
 * Finds the block entries that match a query, in the search index, and orders them by Lucene's score. For one search;
 * not thread-safe.
 */
final class EntryMatches {
    private record Match(long entry, double score) {}

    private static final Comparator<Match> ORDER =
            Comparator.comparingDouble(Match::score).reversed().thenComparing(Match::entry);

    private final IndexSearcher searcher;
    private final Query scope;
    private final Clauses clauses;

    EntryMatches(IndexSearcher searcher, SearchScope scope, Clauses clauses) {
        this.searcher = searcher;
        this.scope = scope.filter();
        this.clauses = clauses;
    }

    /**
     * Returns the database ids of the entries that match all required words, phrases and prefixes of the query, best
     * first. The list has at most {@link Matches#MAX} ids, and is empty if no entry matches.
     */
    List<Long> full() throws IOException {
        var query = new BooleanQuery.Builder();
        clauses.required(SAID).forEach(piece -> query.add(piece, Occur.FILTER));
        return search(query);
    }

    /**
     * Returns the database ids of the entries that match at least one required word or prefix of the query, best first.
     * The list has at most {@link Matches#MAX} ids, and is empty if no entry matches.
     */
    List<Long> partial() throws IOException {
        return search(new BooleanQuery.Builder());
    }

    private List<Long> search(BooleanQuery.Builder query) throws IOException {
        query.add(clauses.any(SAID), Occur.MUST).add(scope, Occur.FILTER);
        clauses.excluded(SAID).forEach(piece -> query.add(piece, Occur.MUST_NOT));
        var matches = new ArrayList<Match>();
        for (var hit : searcher.search(query.build(), Matches.MAX).scoreDocs) {
            matches.add(new Match(entry(hit.doc), hit.score));
        }
        return matches.stream().sorted(ORDER).map(Match::entry).toList();
    }

    /**
     * Returns the database id of the block entry in a document.
     *
     * @param doc Lucene's number of the document
     */
    private long entry(int doc) throws IOException {
        var leaves = searcher.getIndexReader().leaves();
        var leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
        var column = DocValues.getSortedNumeric(leaf.reader(), IndexFields.ENTRY);
        if (!column.advanceExact(doc - leaf.docBase)) {
            throw new IllegalStateException("A document of the search index has no value in a numeric column");
        }
        return column.nextValue();
    }
}
