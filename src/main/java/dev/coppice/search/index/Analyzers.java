package dev.coppice.search.index;

import org.eclipse.microprofile.config.ConfigProvider;
import org.hibernate.search.backend.lucene.analysis.LuceneAnalysisConfigurationContext;
import org.hibernate.search.backend.lucene.analysis.LuceneAnalysisConfigurer;

/** Names the analyzers that the mapping asks for; the deployment chooses the language. */
public class Analyzers implements LuceneAnalysisConfigurer {
    static final String STEMS = "stems";
    static final String WORDS = "words";

    /** Most conversations are held in English, and others lose nothing but their endings. */
    public static final String DEFAULT = "english";

    /** Words as they stand. */
    public static final String PLAIN = "unicode";

    @Override
    public void configure(LuceneAnalysisConfigurationContext context) {
        context.analyzer(STEMS).instance(new TextAnalyzer(language()));
        context.analyzer(WORDS).instance(new TextAnalyzer(PLAIN));
    }

    /** Read here and not by Settings: Hibernate starts before there are beans. */
    public static String language() {
        return ConfigProvider.getConfig()
                .getOptionalValue("coppice.search.analyzer", String.class)
                .orElse(DEFAULT);
    }
}
