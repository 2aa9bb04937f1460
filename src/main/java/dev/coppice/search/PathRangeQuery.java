package dev.coppice.search;

import dev.coppice.message.Path;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/**
 * Lucene query for the documents of messages on a path. It is always combined with other conditions, and reads at most
 * three numbers of each document that fulfills the other conditions. Its cost per document hardly grows with the number
 * of ranges in the path. Immutable.
 */
final class PathRangeQuery extends Query {
    private final Path path;
    private final boolean asWritten;

    /**
     * The rows of the path as ranges of depths, by the database id of the branch. In each inner map, the key is the
     * first depth of a range, and the value is the last depth.
     */
    private final Map<Long, NavigableMap<Integer, Integer>> ranges = new HashMap<>();

    /**
     * Creates a query for the documents of messages on a path.
     *
     * @param path the rows of the messages
     * @param asWritten true to match only the original texts of messages, false to match also the texts of edits
     *     (updates)
     */
    PathRangeQuery(Path path, boolean asWritten) {
        this.path = path;
        this.asWritten = asWritten;
        path.ranges().forEach(range -> ranges.computeIfAbsent(range.branch(), branch -> new TreeMap<>())
                .put(range.from(), range.to()));
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost) {
        return new ConstantScoreWeight(this, boost) {
            @Override
            public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
                var scorer = new ConstantScoreScorer(this, score(), mode, filter(leaf));
                return new ScorerSupplier() {
                    @Override
                    public Scorer get(long lead) {
                        return scorer;
                    }

                    @Override
                    public long cost() {
                        return leaf.reader().maxDoc();
                    }
                };
            }

            @Override
            public Scorer scorer(LeafReaderContext leaf) throws IOException {
                return scorerSupplier(leaf).get(Long.MAX_VALUE);
            }

            @Override
            public boolean isCacheable(LeafReaderContext leaf) {
                return false;
            }
        };
    }

    /** Returns an iterator over the matching documents of one segment. */
    private TwoPhaseIterator filter(LeafReaderContext leaf) throws IOException {
        var columns = new Columns(leaf.reader());
        return new TwoPhaseIterator(DocIdSetIterator.all(leaf.reader().maxDoc())) {
            @Override
            public boolean matches() throws IOException {
                int doc = approximation.docID();
                var ofBranch = ranges.get(columns.branch(doc));
                if (ofBranch == null) {
                    return false;
                }
                int depth = columns.depth(doc);
                var range = ofBranch.floorEntry(depth);
                return range != null && depth <= range.getValue() && !(asWritten && columns.isEdit(doc));
            }

            @Override
            public float matchCost() {
                return 100; // three columns and a hash lookup
            }
        };
    }

    @Override
    public String toString(String field) {
        return "PathRangeQuery";
    }

    @Override
    public void visit(QueryVisitor visitor) {
        visitor.visitLeaf(this);
    }

    @Override
    public boolean equals(Object other) {
        return sameClassAs(other)
                && path.equals(((PathRangeQuery) other).path)
                && asWritten == ((PathRangeQuery) other).asWritten;
    }

    @Override
    public int hashCode() {
        return classHash() + 31 * path.hashCode() + (asWritten ? 1 : 0);
    }
}
