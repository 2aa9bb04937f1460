package dev.coppice.compaction.extractive;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The last sentences that were said, and what they leave: how things stand, and what is open. Not thread-safe. */
final class RecentSentences {
    private static final int KEPT = 160;

    /** Messages, from the last back, that tell how things stand. */
    private static final int OF_STATE = 6;

    /** Messages, from the last back, in which something may be open. */
    private static final int OF_OPEN = 30;

    private static final double RECENCY = 3;

    private final ArrayDeque<Sentence> last = new ArrayDeque<>();

    void add(Sentence sentence) {
        last.add(sentence);
        if (last.size() > KEPT) {
            last.poll();
        }
    }

    /** What was stated last, of the assistant rather than of others. */
    List<Sentence> state(int budget, Coverage coverage) {
        return pick(
                budget,
                coverage,
                s -> age(s) < OF_STATE
                        && !s.signals().question()
                        && !s.signals().filler()
                        && s.content().length > 1,
                s -> (s.role().equals("assistant") ? 1.4 : 1)
                        * (s.signals().done() || s.signals().decision() ? 1.2 : 1));
    }

    /** Questions without an answer and tasks that nobody said were done. */
    List<Sentence> open(int budget, int messages, Coverage coverage) {
        int near = Math.max(4, Math.min(OF_OPEN, messages / 3));
        return pick(
                budget,
                coverage,
                s -> age(s) < near && s.content().length > 1 && (isOpenQuestion(s) || isOpenTask(s)),
                s -> s.signals().question() ? 2.5 : 1);
    }

    private int age(Sentence sentence) {
        return last.getLast().message() - sentence.message();
    }

    /** The next message of somebody else answers it, unless that puts it off or asks back only. */
    private boolean isOpenQuestion(Sentence question) {
        if (!question.signals().question()) {
            return false;
        }
        int reply = -1;
        boolean states = false;
        for (var other : last) {
            boolean after =
                    other.message() > question.message() && !other.speaker().equals(question.speaker());
            if (after && (reply < 0 || reply == other.message())) {
                reply = other.message();
                if (other.signals().defers()) {
                    return true;
                }
                states |= !other.signals().question();
            }
        }
        return !states;
    }

    private boolean isOpenTask(Sentence task) {
        var signals = task.signals();
        return signals.task()
                && !signals.question()
                && !signals.filler()
                && last.stream().noneMatch(other -> other.order() > task.order() && finishes(other, task.content()));
    }

    private static boolean finishes(Sentence sentence, int[] task) {
        return sentence.signals().done() && isAbout(sentence.content(), task);
    }

    /** Whether a sentence has half of another's words, and two of them at least. */
    static boolean isAbout(int[] sentence, int[] other) {
        return Terms.shared(sentence, other) >= Math.max(2, (other.length + 1) / 2);
    }

    private List<Sentence> pick(
            int budget, Coverage coverage, Predicate<Sentence> fits, ToDoubleFunction<Sentence> factor) {
        var sorted = last.stream()
                .filter(fits)
                .sorted(Comparator.comparingDouble(
                        s -> -factor.applyAsDouble(s) * coverage.worth(s) / (1 + age(s) / RECENCY)))
                .toList();
        var choice = new SectionChoice(budget, coverage);
        sorted.forEach(choice::offer);
        return choice.inOrder();
    }
}
