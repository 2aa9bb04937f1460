package dev.coppice.search;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.search.index.Analyzers;
import dev.coppice.search.index.IndexedRow;
import dev.coppice.search.index.TextAnalyzer;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceUnit;
import java.io.IOException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.search.IndexSearcher;
import org.hibernate.search.backend.lucene.LuceneExtension;
import org.hibernate.search.mapper.orm.Search;
import org.hibernate.search.util.common.SearchException;

/** Opens the search index for searches, and limits the time of each search. Thread-safe. */
@ApplicationScoped
public class IndexLookup {
    private static final Logger LOG = Logger.getLogger(IndexLookup.class.getName());
    private static final String LANGUAGE = Analyzers.language();
    private static final TextAnalyzer WORDS = new TextAnalyzer(Analyzers.PLAIN);

    /**
     * Maximum number of Lucene's clauses that one word of a query causes: in {@link Matches}, a required word has six
     * clauses, an excluded one two.
     */
    private static final int CLAUSES_OF_WORD = 8;

    /** Clauses of a query that do not depend on its words, such as those of its scope. */
    private static final int OTHER_CLAUSES = 64;

    /**
     * Analyzer that splits queries and displayed texts into terms in the same way as the index does. Its language is
     * the value of the setting {@code coppice.search.analyzer}.
     */
    static final TextAnalyzer STEMS = new TextAnalyzer(LANGUAGE);

    @PersistenceUnit
    private EntityManagerFactory factory;

    @Inject
    private SearchSettings settings;

    /** Allows as many clauses as the longest query needs. Lucene's default is 1,024. */
    @PostConstruct
    void allowLongQueries() {
        int needed = CLAUSES_OF_WORD * settings.maxWords() + OTHER_CLAUSES;
        IndexSearcher.setMaxClauseCount(Math.max(needed, IndexSearcher.getMaxClauseCount()));
    }

    /** A search that reads the index through Lucene and returns a result of type {@code T}. */
    interface IndexSearch<T> {
        T run(IndexSearcher searcher) throws IOException;
    }

    /**
     * Returns the builder of Lucene queries for a search query. Only the first {@code coppice.search.max-words} terms
     * of the query are searched for; see {@link QueryTerms#of}.
     */
    Clauses clauses(SearchQuery query) {
        var terms = QueryTerms.of(query, STEMS, WORDS, settings.maxWords());
        return new Clauses(terms, LANGUAGE.equals(Analyzers.DEFAULT));
    }

    /**
     * Runs a search over documents of the given types and returns its result. The search gets a Lucene searcher that
     * stops after {@code coppice.search.timeout}: its queries then return what they have found so far, and its method
     * {@code timedOut()} returns true. Throws 503 {@code unavailable} if the index cannot be read.
     *
     * @param types mapped classes of the documents to search
     * @param search the search to run, on this thread
     */
    <T> T search(List<? extends Class<? extends IndexedRow>> types, IndexSearch<T> search) {
        long deadline = System.nanoTime() + settings.timeout().toNanos();
        try (var reader = Search.mapping(factory)
                .scope(types)
                .extension(LuceneExtension.get())
                .openIndexReader()) {
            var searcher = new IndexSearcher(reader);
            searcher.setSimilarity(new ChatSimilarity());
            searcher.setTimeout(() -> System.nanoTime() > deadline);
            return search.run(searcher);
        } catch (IOException | SearchException e) {
            LOG.log(Level.WARNING, "Search index cannot be read", e);
            throw new Problem(Code.INDEX_UNAVAILABLE, "The search index cannot be read at the moment; retry later.");
        }
    }
}
