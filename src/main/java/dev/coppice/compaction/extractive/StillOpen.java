package dev.coppice.compaction.extractive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Open items of an earlier summary, each of which is kept until something is said that seems to answer or to finish it. Looks
 * at the last {@value #MOST} of them; a sentence costs as much as it is long. Not thread-safe.
 */
final class StillOpen {
    /** As many as a long has bits. */
    static final int MOST = 64;

    private final List<String> items;
    private final List<int[]> contents = new ArrayList<>();
    private final Map<Integer, Long> byWord = new HashMap<>();
    private long questions;
    private long settled;

    StillOpen(List<String> items) {
        this.items = items.subList(Math.max(0, items.size() - MOST), items.size());
        for (int i = 0; i < this.items.size(); i++) {
            var text = PastSummary.said(this.items.get(i));
            var content = Terms.of(text).content();
            contents.add(content);
            for (int word : content) {
                byWord.merge(word, 1L << i, (one, other) -> one | other);
            }
            questions |= Signals.of(text).question() ? 1L << i : 0;
        }
    }

    /** Takes note of what was said later. */
    void hear(int[] content, Signals signals) {
        if (signals.question() || signals.defers()) {
            return;
        }
        long touched = 0;
        for (int word : content) {
            touched |= byWord.getOrDefault(word, 0L);
        }
        touched &= ~settled & (signals.done() ? -1L : questions);
        for (; touched != 0; touched &= touched - 1) {
            int item = Long.numberOfTrailingZeros(touched);
            if (RecentSentences.isAbout(content, contents.get(item))) {
                settled |= 1L << item;
            }
        }
    }

    List<String> items() {
        var open = new ArrayList<String>();
        for (int i = 0; i < items.size(); i++) {
            if ((settled >> i & 1) == 0) {
                open.add(items.get(i));
            }
        }
        return open;
    }
}
