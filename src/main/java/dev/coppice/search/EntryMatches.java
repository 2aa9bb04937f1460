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

/** Asks Lucene for entries, by nothing but their own scores: they have no neighbours. For one search, one thread. */
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

    /** The entries that have all that is wanted, the best first. */
    List<Long> full() throws IOException {
        var wanted = new BooleanQuery.Builder();
        clauses.all(SAID).forEach(piece -> wanted.add(piece, Occur.FILTER));
        return search(wanted);
    }

    /** The entries that have some of it, the best first. */
    List<Long> partial() throws IOException {
        return search(new BooleanQuery.Builder());
    }

    private List<Long> search(BooleanQuery.Builder wanted) throws IOException {
        wanted.add(clauses.some(SAID), Occur.MUST).add(scope, Occur.FILTER);
        clauses.none(SAID).forEach(piece -> wanted.add(piece, Occur.MUST_NOT));
        var matches = new ArrayList<Match>();
        for (var hit : searcher.search(wanted.build(), Matches.MAX).scoreDocs) {
            matches.add(new Match(entry(hit.doc), hit.score));
        }
        return matches.stream().sorted(ORDER).map(Match::entry).toList();
    }

    private long entry(int doc) throws IOException {
        var leaves = searcher.getIndexReader().leaves();
        var leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
        var column = DocValues.getSortedNumeric(leaf.reader(), IndexFields.ENTRY);
        if (!column.advanceExact(doc - leaf.docBase)) {
            throw new IllegalStateException("A document of the search index lacks a number");
        }
        return column.nextValue();
    }
}
