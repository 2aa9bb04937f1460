package dev.coppice.search.index;

import org.eclipse.microprofile.config.ConfigProvider;
import org.hibernate.search.backend.lucene.analysis.LuceneAnalysisConfigurationContext;
import org.hibernate.search.backend.lucene.analysis.LuceneAnalysisConfigurer;

/**
 * Registers the Lucene analyzers that the mapping of index fields names: {@link #STEMS} and {@link #WORDS}. The setting
 * {@code coppice.search.analyzer} selects the language of the stemming analyzer.
 */
public class Analyzers implements LuceneAnalysisConfigurer {
    /** Name of the analyzer with stemming by the rules of the configured language. */
    static final String STEMS = "stems";
    /** Name of the analyzer without stemming. */
    static final String WORDS = "words";

    /**
     * The default language. Most conversations are in English; in texts of other languages, stemming removes only some
     * word endings.
     */
    public static final String DEFAULT = "english";

    /** Value of the setting {@code coppice.search.analyzer} that selects no stemming. */
    public static final String PLAIN = "unicode";

    @Override
    public void configure(LuceneAnalysisConfigurationContext context) {
        context.analyzer(STEMS).instance(new TextAnalyzer(language()));
        context.analyzer(WORDS).instance(new TextAnalyzer(PLAIN));
    }

    /**
     * Returns the value of the setting {@code coppice.search.analyzer}; {@link #DEFAULT} if it is not set. Reads the
     * configuration directly, because Hibernate starts before CDI beans exist.
     */
    public static String language() {
        return ConfigProvider.getConfig()
                .getOptionalValue("coppice.search.analyzer", String.class)
                .orElse(DEFAULT);
    }
}
