package dev.coppice.search;

import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.similarities.BM25Similarity;

/**
 * BM25 scoring for chats, in which short and long messages are mixed. Compared with the usual scoring of articles, the
 * repetition of a word adds less to the score, and the length of a message matters less. The parameters were chosen by
 * measurement; see {@code src/docs/benchmarks.md}.
 *
 * <p>For each page of hits the search runs again and continues where the previous page ended. So messages that are
 * written in between, perhaps by another tenant, should hardly change the scores. Therefore the length of a message is
 * compared with a constant instead of the current average, and the inverse document frequency is rounded.
 */
final class ChatSimilarity extends BM25Similarity {
    /**
     * BM25 parameter k1: how much the repetition of a word adds to the score. Chosen by measurement; Lucene's default
     * for articles is 1.2.
     */
    private static final float SATURATION = 0.6f;
    /**
     * BM25 parameter b: how much the length of a message influences the score. Chosen by measurement; Lucene's default
     * for articles is 0.75.
     */
    private static final float LENGTH = 0.6f;

    /**
     * Number of words in a typical message, with which the length of each message is compared. A constant instead of
     * the current average, so that new messages do not change scores between two pages.
     */
    private static final float TYPICAL_LENGTH = 24;

    /**
     * Step to which the inverse document frequency of a word is rounded, and the lowest value of the rounded frequency.
     * The frequency is a natural logarithm that is higher for rarer words. Because of the rounding, new messages hardly
     * change scores between two pages. A larger step would make rare and common words too similar.
     */
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
