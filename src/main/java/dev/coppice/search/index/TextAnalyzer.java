package dev.coppice.search.index;

import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/**
 * Lucene analyzer that splits texts into terms, for the index and for queries alike. Terms are Unicode words in the
 * form that {@link WordFolding} gives them. They are stemmed by the rules of one language, or not stemmed. In every
 * language, Chinese, Japanese and Korean text is split into characters, so that any part of a sentence can be found as
 * a phrase of its characters. The text is first split into words, and then the words are folded. In the other order, a
 * symbol such as {@code ™} would become a part of a word. Thread-safe.
 */
public final class TextAnalyzer extends Analyzer {
    /**
     * Allowed values of the setting {@code coppice.search.analyzer}, each with the name of its Snowball stemmer. The
     * name is empty for {@code english}, which uses a stemmer of another kind, and for the values with which words are
     * not stemmed.
     */
    private static final Map<String, String> LANGUAGES = Map.ofEntries(
            Map.entry("english", ""),
            Map.entry("unicode", ""),
            Map.entry("icu", ""),
            Map.entry("cjk", ""),
            Map.entry("arabic", "Arabic"),
            Map.entry("danish", "Danish"),
            Map.entry("dutch", "Dutch"),
            Map.entry("finnish", "Finnish"),
            Map.entry("french", "French"),
            Map.entry("german", "German"),
            Map.entry("hungarian", "Hungarian"),
            Map.entry("italian", "Italian"),
            Map.entry("norwegian", "Norwegian"),
            Map.entry("portuguese", "Portuguese"),
            Map.entry("romanian", "Romanian"),
            Map.entry("russian", "Russian"),
            Map.entry("spanish", "Spanish"),
            Map.entry("swedish", "Swedish"),
            Map.entry("turkish", "Turkish"));

    private final String language;

    /**
     * Creates an analyzer. Throws an IllegalArgumentException if the language is unknown.
     *
     * @param language a key of {@link #LANGUAGES} in any case, such as {@code english}; {@code unicode} for no stemming
     */
    public TextAnalyzer(String language) {
        this.language = language.toLowerCase(Locale.ROOT);
        if (!LANGUAGES.containsKey(this.language)) {
            throw new IllegalArgumentException("coppice.search.analyzer must be one of "
                    + LANGUAGES.keySet().stream().sorted().toList());
        }
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
        var words = new StandardTokenizer();
        return new TokenStreamComponents(words, stemmed(normalize(field, new CjkCharacters(words))));
    }

    private TokenStream stemmed(TokenStream words) {
        if (language.equals("english")) {
            return new PorterStemFilter(words);
        }
        var stemmer = LANGUAGES.get(language);
        return stemmer.isEmpty() ? words : new SnowballFilter(words, stemmer);
    }

    @Override
    protected TokenStream normalize(String field, TokenStream words) {
        var folded = new WordFolding(words);
        return language.equals("english") ? new EnglishPossessiveFilter(folded) : folded;
    }
}
