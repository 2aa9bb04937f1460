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
 * Asks Lucene. What was said comes first; what only stands aside, in reasoning or with tools, is behind all of it. For
 * one search, one thread.
 */
final class Matches {
    /** Hits that are ranked. */
    static final int MAX = 1000;

    /** Of so many the messages around are looked up, whether or not they are among the best themselves. */
    private static final int WITH_CONTEXT = 200;

    /** Messages on each side that help. */
    private static final int CONTEXT = 2;

    private final IndexSearcher searcher;
    private final Query scope;

    /** The tree of the one session that is searched, or null. */
    private final Long reader;

    private final Clauses clauses;

    Matches(IndexSearcher searcher, SearchScope scope, Clauses clauses) {
        this.searcher = searcher;
        this.scope = scope.filter();
        this.reader = scope.reader();
        this.clauses = clauses;
    }

    /** The messages that have all that is wanted, the best first. */
    List<Candidate> full() throws IOException {
        var some = clauses.some(SAID);
        var said = new BooleanQuery.Builder().add(some, Occur.MUST);
        var anywhere = new BooleanQuery.Builder().add(some, Occur.SHOULD).add(clauses.some(ASIDE), Occur.SHOULD);
        clauses.all(SAID).forEach(piece -> said.add(piece, Occur.FILTER));
        clauses.all(SAID, ASIDE).forEach(piece -> anywhere.add(piece, Occur.FILTER));
        var first = search(said, MAX);
        var ordered = first.isEmpty() ? first : new Ranking(evidence(some, first)).order(first);
        var second = hasAsides() && ordered.size() < MAX
                ? search(anywhere.add(said.build(), Occur.MUST_NOT), MAX - ordered.size())
                : List.<Candidate>of();
        return Ranking.joined(ordered, second);
    }

    /** The messages that have some of it, the best first. */
    List<Candidate> partial() throws IOException {
        var some = clauses.some(SAID);
        var first = evidence(some, List.of());
        var ordered = new Ranking(first).order(first);
        ordered = ordered.subList(0, Math.min(MAX, ordered.size()));
        var second = hasAsides() && ordered.size() < MAX
                ? search(
                        new BooleanQuery.Builder()
                                .add(clauses.some(ASIDE), Occur.MUST)
                                .add(some, Occur.MUST_NOT),
                        MAX - ordered.size())
                : List.<Candidate>of();
        return Ranking.joined(ordered, second);
    }

    private boolean hasAsides() throws IOException {
        for (var leaf : searcher.getIndexReader().leaves()) {
            if (leaf.reader().terms(IndexFields.ASIDE) != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * All that helps: the best matches of any word, and the matches among the neighbours of the best.
     *
     * @param full what has all words, empty when nothing has
     */
    private Collection<Candidate> evidence(Query some, List<Candidate> full) throws IOException {
        var known = new LinkedHashMap<Candidate.Document, Candidate>();
        var best = full;
        if (!clauses.wording().isSingle() || full.isEmpty()) {
            var any = search(new BooleanQuery.Builder().add(some, Occur.MUST), MAX);
            best = full.isEmpty() ? any : full;
            any.forEach(candidate -> known.put(candidate.document(), candidate));
        }
        full.forEach(candidate -> known.put(candidate.document(), candidate));
        var near = around(best.subList(0, Math.min(WITH_CONTEXT, best.size())), known.values());
        if (!near.isEmpty()) {
            search(
                            new BooleanQuery.Builder()
                                    .add(some, Occur.MUST)
                                    .add(new TermInSetQuery(IndexFields.AT, near), Occur.FILTER),
                            near.size())
                    .forEach(candidate -> known.put(candidate.document(), candidate));
        }
        return known.values();
    }

    /** The positions around some matches at which none is known. */
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

    private List<Candidate> search(BooleanQuery.Builder wanted, int limit) throws IOException {
        wanted.add(scope, Occur.FILTER);
        clauses.none(SAID, ASIDE).forEach(piece -> wanted.add(piece, Occur.MUST_NOT));
        return candidates(searcher.search(wanted.build(), limit).scoreDocs);
    }

    /** Reads the columns segment by segment, as they want to be read; answers in the order of the scores. */
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
            int doc = hit.doc - leaves.get(leaf).docBase;
            found.add(new Candidate(
                    reader == null ? columns.tree(doc) : reader,
                    new Position(columns.branch(doc), columns.depth(doc)),
                    columns.isEdit(doc),
                    hit.score));
        }
        found.sort(Comparator.comparingDouble(Candidate::score).reversed());
        return found;
    }
}
