package dev.coppice.search;

import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.similarities.BM25Similarity;

/**
 * BM25 for chats. Short and long messages stand side by side there: a word said twice says little more than once, and
 * length costs less than in articles. The figures were measured, see the README.
 *
 * <p>A score hardly moves with what is written meanwhile, perhaps by another tenant, so that a reader of pages, each of
 * which is ranked anew, finds the next page where the last one ended: length is compared with a fixed one instead of
 * the average of the moment, and the rarity of a word is rounded.
 */
final class ChatSimilarity extends BM25Similarity {
    private static final float SATURATION = 0.6f;
    private static final float LENGTH = 0.6f;

    /** Words of a message that is neither short nor long. */
    private static final float TYPICAL_LENGTH = 24;

    /** Steps of the inverse document frequency, a natural logarithm: a word has to become a quarter more frequent. */
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
