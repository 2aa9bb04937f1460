package dev.coppice.search.index;

import dev.coppice.StartupConfiguration;
import java.util.Locale;
import org.hibernate.search.backend.lucene.analysis.LuceneAnalysisConfigurationContext;
import org.hibernate.search.backend.lucene.analysis.LuceneAnalysisConfigurer;

/**
 * Registers with Hibernate Search the two Lucene analyzers that split the texts of index fields into terms:
 * {@link #STEMS} and {@link #WORDS}. The setting {@code coppice.search.analyzer} selects the language of
 * {@link #STEMS}.
 */
public class Analyzers implements LuceneAnalysisConfigurer {
    /** Name of the analyzer that stems words by the rules of the configured language. */
    static final String STEMS = "stems";
    /** Name of the analyzer that does not stem words. */
    static final String WORDS = "words";

    /**
     * Default language of the stemming analyzer. Most conversations are in English. In texts of other languages,
     * English stemming removes only some word endings.
     */
    public static final String DEFAULT = "english";

    /**
     * Value of the setting {@code coppice.search.analyzer} with which words are split by Unicode's rules and folded
     * ({@link WordFolding}), but not stemmed.
     */
    public static final String PLAIN = "unicode";

    @Override
    public void configure(LuceneAnalysisConfigurationContext context) {
        context.analyzer(STEMS).instance(new TextAnalyzer(language()));
        context.analyzer(WORDS).instance(new TextAnalyzer(PLAIN));
    }

    /**
     * Returns the value of the setting {@code coppice.search.analyzer} in lower case; {@link #DEFAULT} if it is not
     * set. The setting is read here and not from a CDI bean, because Hibernate needs the value before CDI beans exist.
     */
    public static String language() {
        return StartupConfiguration.value("coppice.search.analyzer")
                .map(language -> language.toLowerCase(Locale.ROOT))
                .orElse(DEFAULT);
    }
}
