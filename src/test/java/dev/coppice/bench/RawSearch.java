package dev.coppice.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;

/**
 * Plain Lucene in this JVM on the index that the server has written: term queries with default BM25; no fields of the hits
 * are read.
 */
final class RawSearch implements AutoCloseable {
    private final FSDirectory directory;
    private final DirectoryReader reader;
    private final Query tenant;

    RawSearch(Path data) throws IOException {
        directory = FSDirectory.open(data.resolve("index/message"));
        reader = DirectoryReader.open(directory);
        var first = MultiTerms.getTerms(reader, "tenant").iterator();
        first.next();
        tenant = new TermQuery(new Term("tenant", first.term()));
    }

    String about() {
        return reader.numDocs() + " documents, " + reader.leaves().size() + " segments, " + reader.numDeletedDocs()
                + " deleted";
    }

    Query tenant() {
        return tenant;
    }

    /** Returns the filter for the session that contains a word, by its tree. */
    Query sessionOf(String word) throws IOException {
        var searcher = new IndexSearcher(reader);
        var hits = searcher.search(
                        new TermQuery(new Term("said", PlainAnalyzer.words(word).get(0))), 1)
                .scoreDocs;
        var leaf = reader.leaves().get(ReaderUtil.subIndex(hits[0].doc, reader.leaves()));
        var column = DocValues.getSortedNumeric(leaf.reader(), "treeColumn");
        if (!column.advanceExact(hits[0].doc - leaf.docBase)) {
            throw new IllegalStateException("A document of the index has no tree");
        }
        return new BooleanQuery.Builder()
                .add(tenant, Occur.FILTER)
                .add(new TermQuery(new Term("tree", Long.toString(column.nextValue()))), Occur.FILTER)
                .build();
    }

    /** Searches for all words, then for any of them if nothing matched. @return the number of hits, up to the limit */
    int search(Query filter, List<String> words, int limit) throws IOException {
        int all = search(filter, words, Occur.MUST, limit);
        return all > 0 || words.size() == 1 ? all : search(filter, words, Occur.SHOULD, limit);
    }

    private int search(Query filter, List<String> words, Occur occur, int limit) throws IOException {
        var wanted = new BooleanQuery.Builder();
        for (var word : words) {
            wanted.add(new TermQuery(new Term("said", word)), occur);
        }
        var query = new BooleanQuery.Builder()
                .add(wanted.build(), Occur.MUST)
                .add(filter, Occur.FILTER)
                .build();
        return new IndexSearcher(reader).search(query, limit).scoreDocs.length;
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
    }
}
