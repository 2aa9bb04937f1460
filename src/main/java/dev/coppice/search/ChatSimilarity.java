package dev.coppice.search;

import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.similarities.BM25Similarity;

/**
 * BM25 for chats, where short and long messages are mixed: a repeated word counts little more than a single one, and length
 * matters less than in articles. The parameters were chosen by measurement, see {@code src/docs/benchmarks.md}.
 *
 * <p>Scores hardly change when messages are written meanwhile, perhaps by another tenant: each page of hits is ranked anew,
 * and must continue where the last one ended. Therefore length is compared with a constant instead of the current average,
 * and IDF is rounded.
 */
final class ChatSimilarity extends BM25Similarity {
    private static final float SATURATION = 0.6f;
    private static final float LENGTH = 0.6f;

    /** Words of a typical message. */
    private static final float TYPICAL_LENGTH = 24;

    /** IDF is rounded to steps of this size; it is a natural logarithm. */
    private static final float STEP = 0.25f;

    ChatSimilarity() {
        super(SATURATION, LENGTH);
    }

    @Override
    protected float avgFieldLength(CollectionStatistics statistics) {
        return TYPICAL_LENGTH;
    }

    @Override
    protected float idf(long docFreq, long docCount) {
        return Math.max(STEP, STEP * Math.round(super.idf(docFreq, docCount) / STEP));
    }
}
