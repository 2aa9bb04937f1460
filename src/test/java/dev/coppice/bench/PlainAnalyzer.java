package dev.coppice.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** English analyzer built of standard Lucene filters. Thread-safe. */
final class PlainAnalyzer extends Analyzer {
    private static final PlainAnalyzer SHARED = new PlainAnalyzer();

    @Override
    protected TokenStreamComponents createComponents(String field) {
        var words = new StandardTokenizer();
        return new TokenStreamComponents(
                words, new PorterStemFilter(new ASCIIFoldingFilter(new LowerCaseFilter(words))));
    }

    static List<String> words(String text) throws IOException {
        var found = new ArrayList<String>();
        try (var tokens = SHARED.tokenStream("text", text)) {
            var word = tokens.getAttribute(CharTermAttribute.class);
            tokens.reset();
            while (tokens.incrementToken()) {
                found.add(word.toString());
            }
            tokens.end();
        }
        return found;
    }
}
