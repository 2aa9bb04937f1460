package dev.coppice.search;

import static dev.coppice.search.Clauses.Texts.ASIDE;
import static dev.coppice.search.Clauses.Texts.SAID;

import dev.coppice.message.Position;
import dev.coppice.search.index.IndexFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;

/**
 * Finds messages in the search index and ranks them. Messages in which the words of people and models match are ranked
 * above messages of which only the reasoning or tool calls match. For one search; not thread-safe.
 */
final class Matches {
    /**
     * Maximum number of results of a search that are ranked. It is also the maximum number of hits on all pages of a
     * search together. The number limits the time of a page, because each page ranks all results again.
     */
    static final int MAX = 1000;

    /**
     * Number of the best matches whose neighboring messages are looked up for the ranking. The limit saves time;
     * matches after these rarely reach a page.
     */
    private static final int WITH_CONTEXT = 200;

    /**
     * Number of messages before a message, and also after it, whose scores affect its rank. {@link Ranking} has one
     * weight for the adjacent messages and another for the messages beyond them.
     */
    private static final int CONTEXT = 2;

    private final IndexSearcher searcher;
    private final Query scope;

    /** Database id of the searched session's tree; null for a search over several sessions. */
    private final Long tree;

    private final Clauses clauses;

    Matches(IndexSearcher searcher, SearchScope scope, Clauses clauses) {
        this.searcher = searcher;
        this.scope = scope.filter();
        this.tree = scope.reader();
        this.clauses = clauses;
    }

    /**
     * Returns the messages that match all required words, phrases and prefixes of the query, best first, at most
     * {@link #MAX}; empty if there are none. The best message has the score 1, the others have scores down to 0.
     */
    List<Candidate> full() throws IOException {
        var any = clauses.any(SAID);
        var inSaid = new BooleanQuery.Builder().add(any, Occur.MUST);
        var anywhere = new BooleanQuery.Builder().add(any, Occur.SHOULD).add(clauses.any(ASIDE), Occur.SHOULD);
        clauses.required(SAID).forEach(piece -> inSaid.add(piece, Occur.FILTER));
        clauses.required(SAID, ASIDE).forEach(piece -> anywhere.add(piece, Occur.FILTER));
        var first = search(inSaid, MAX);
        var ordered = first.isEmpty() ? first : new Ranking(evidence(any, first)).order(first);
        var second = hasAsides() && ordered.size() < MAX
                ? search(anywhere.add(inSaid.build(), Occur.MUST_NOT), MAX - ordered.size())
                : List.<Candidate>of();
        return Ranking.joined(ordered, second);
    }

    /**
     * Returns the messages that match at least one required word or prefix of the query, best first, at most
     * {@link #MAX}; empty if there are none. The best message has the score 1, the others have scores down to 0.
     */
    List<Candidate> partial() throws IOException {
        var any = clauses.any(SAID);
        var first = evidence(any, List.of());
        var ordered = new Ranking(first).order(first);
        ordered = ordered.subList(0, Math.min(MAX, ordered.size()));
        var second = hasAsides() && ordered.size() < MAX
                ? search(
                        new BooleanQuery.Builder()
                                .add(clauses.any(ASIDE), Occur.MUST)
                                .add(any, Occur.MUST_NOT),
                        MAX - ordered.size())
                : List.<Candidate>of();
        return Ranking.joined(ordered, second);
    }

    /** True if the search timed out. More messages may match then than the methods of this object returned. */
    boolean timedOut() {
        return searcher.timedOut();
    }

    /**
     * True if any document of the index has a text from reasoning or tool calls. Otherwise the search can skip such
     * texts.
     */
    private boolean hasAsides() throws IOException {
        for (var leaf : searcher.getIndexReader().leaves()) {
            if (leaf.reader().terms(IndexFields.ASIDE) != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the matches whose scores affect the ranking. These are the given messages, the best matches of any
     * required word, and the matches near the best messages.
     *
     * @param any the Lucene query for any required word in what people and models said
     * @param full the messages that match the whole query; may be empty
     */
    private Collection<Candidate> evidence(Query any, List<Candidate> full) throws IOException {
        var known = new LinkedHashMap<Candidate.Document, Candidate>();
        var best = full;
        if (!clauses.terms().isSingle() || full.isEmpty()) {
            var matches = search(new BooleanQuery.Builder().add(any, Occur.MUST), MAX);
            best = full.isEmpty() ? matches : full;
            matches.forEach(candidate -> known.put(candidate.document(), candidate));
        }
        full.forEach(candidate -> known.put(candidate.document(), candidate));
        var near = around(best.subList(0, Math.min(WITH_CONTEXT, best.size())), known.values());
        if (!near.isEmpty()) {
            search(
                            new BooleanQuery.Builder()
                                    .add(any, Occur.MUST)
                                    .add(new TermInSetQuery(IndexFields.AT, near), Occur.FILTER),
                            near.size())
                    .forEach(candidate -> known.put(candidate.document(), candidate));
        }
        return known.values();
    }

    /**
     * Returns the row positions of the messages near {@code candidates}, at most {@link #CONTEXT} rows before or after,
     * as terms of the index. Leaves out the positions of the results in {@code known}.
     */
    private static List<BytesRef> around(List<Candidate> candidates, Collection<Candidate> known) {
        var near = new HashSet<Position>();
        for (var candidate : candidates) {
            var at = candidate.position();
            for (int steps = -CONTEXT; steps <= CONTEXT; steps++) {
                if (at.depth() + steps >= 0) {
                    near.add(new Position(at.branch(), at.depth() + steps));
                }
            }
        }
        known.forEach(candidate -> near.remove(candidate.position()));
        return near.stream()
                .map(at -> new BytesRef(IndexFields.at(at.branch(), at.depth())))
                .toList();
    }

    /**
     * Returns the best matches of a Lucene query within the scope of the search, at most {@code limit}, best first.
     * Leaves out messages that contain an excluded word, phrase or prefix.
     */
    private List<Candidate> search(BooleanQuery.Builder query, int limit) throws IOException {
        query.add(scope, Occur.FILTER);
        clauses.excluded(SAID, ASIDE).forEach(piece -> query.add(piece, Occur.MUST_NOT));
        return candidates(searcher.search(query.build(), limit).scoreDocs);
    }

    /**
     * Converts Lucene's hits to candidates, best first. Reads the numeric columns in the order of Lucene's document
     * numbers, because {@link Columns} requires it.
     */
    private List<Candidate> candidates(ScoreDoc[] hits) throws IOException {
        var leaves = searcher.getIndexReader().leaves();
        var byDocument = hits.clone();
        Arrays.sort(byDocument, Comparator.comparingInt(hit -> hit.doc));
        var found = new ArrayList<Candidate>(hits.length);
        int segment = -1;
        Columns columns = null;
        for (var hit : byDocument) {
            int leaf = ReaderUtil.subIndex(hit.doc, leaves);
            if (leaf != segment) {
                segment = leaf;
                columns = new Columns(leaves.get(leaf).reader());
            }
            found.add(candidate(columns, hit.doc - leaves.get(leaf).docBase, hit.score));
        }
        found.sort(Comparator.comparingDouble(Candidate::score).reversed());
        return found;
    }

    private Candidate candidate(Columns columns, int doc, float score) throws IOException {
        return new Candidate(
                tree == null ? columns.tree(doc) : tree,
                new Position(columns.branch(doc), columns.depth(doc)),
                columns.isEdit(doc),
                score);
    }
}
