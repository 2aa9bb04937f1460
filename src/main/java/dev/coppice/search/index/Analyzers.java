package dev.coppice.search.index;

import org.eclipse.microprofile.config.ConfigProvider;
import org.hibernate.search.backend.lucene.analysis.LuceneAnalysisConfigurationContext;
import org.hibernate.search.backend.lucene.analysis.LuceneAnalysisConfigurer;

/** Registers the analyzers that the mapping refers to. The setting {@code coppice.search.analyzer} selects the language. */
public class Analyzers implements LuceneAnalysisConfigurer {
    static final String STEMS = "stems";
    static final String WORDS = "words";

    /** The default language: most conversations are in English, and texts in other languages only lose some word endings. */
    public static final String DEFAULT = "english";

    /** Words without stemming. */
    public static final String PLAIN = "unicode";

    @Override
    public void configure(LuceneAnalysisConfigurationContext context) {
        context.analyzer(STEMS).instance(new TextAnalyzer(language()));
        context.analyzer(WORDS).instance(new TextAnalyzer(PLAIN));
    }

    /** The configured language. Not read by Settings, because Hibernate starts before CDI beans exist. */
    public static String language() {
        return ConfigProvider.getConfig()
                .getOptionalValue("coppice.search.analyzer", String.class)
                .orElse(DEFAULT);
    }
}
