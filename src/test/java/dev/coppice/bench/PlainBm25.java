package dev.coppice.bench;

import dev.coppice.bench.LocomoDataset.Conversation;
import dev.coppice.bench.LocomoDataset.Question;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Baseline for retrieval: Lucene with default BM25, any of the words matches. Not thread-safe. */
final class PlainBm25 implements AutoCloseable {
    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    PlainBm25(LocomoDataset dataset) throws IOException {
        var similarity = new BM25Similarity(1.2f, 0.75f);
        var config = new IndexWriterConfig(new PlainAnalyzer()).setSimilarity(similarity);
        try (var writer = new IndexWriter(directory, config)) {
            for (var conversation : dataset.all()) {
                for (var session : conversation.sessions()) {
                    for (var turn : session.turns()) {
                        var document = new Document();
                        document.add(new StringField("conversation", conversation.id(), Store.NO));
                        document.add(new StringField("id", turn.id(), Store.YES));
                        document.add(new TextField("text", turn.text(), Store.NO));
                        writer.addDocument(document);
                    }
                }
            }
            writer.forceMerge(1);
        }
        reader = DirectoryReader.open(directory);
        searcher = new IndexSearcher(reader);
        searcher.setSimilarity(similarity);
    }

    /** Returns the ids of the best turns of a conversation, best first. */
    List<String> ask(Conversation conversation, Question question, int limit) throws IOException {
        var any = new BooleanQuery.Builder();
        for (var word : new HashSet<>(PlainAnalyzer.words(question.text()))) {
            any.add(new TermQuery(new Term("text", word)), Occur.SHOULD);
        }
        var query = new BooleanQuery.Builder()
                .add(any.build(), Occur.MUST)
                .add(new TermQuery(new Term("conversation", conversation.id())), Occur.FILTER)
                .build();
        var ids = new ArrayList<String>();
        for (var hit : searcher.search(query, limit).scoreDocs) {
            ids.add(searcher.storedFields().document(hit.doc).get("id"));
        }
        return ids;
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
    }
}
