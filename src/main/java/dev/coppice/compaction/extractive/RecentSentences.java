package dev.coppice.compaction.extractive;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Selects the lines of the sections Current State and Open Items from the last sentences of the messages. Not
 * thread-safe.
 */
final class RecentSentences {
    private static final int MAX_SENTENCES = 160;

    /**
     * Number of last messages from which the section Current State is selected: usually three questions and their
     * answers.
     */
    private static final int STATE_MESSAGES = 6;

    /**
     * Maximum number of last messages from which open items are selected: older questions are usually settled or
     * forgotten. In a short conversation only the last third of the messages is used, but at least four messages.
     */
    private static final int OPEN_MESSAGES = 30;

    /**
     * Number of newer messages after which the sentences of a message count half as much as those of the newest
     * message, because the latest statements describe the current state.
     */
    private static final double HALF_LIFE = 3;

    private final List<Sentence> recent;
    private final Coverage covered;

    /**
     * Creates an object that selects from the last 160 sentences, so that the cost does not grow with the conversation.
     *
     * @param sentences the sentences of all messages, oldest first
     * @param covered sentences that the summary already contains; selected sentences are added to it
     */
    RecentSentences(List<Sentence> sentences, Coverage covered) {
        this.recent = sentences.subList(Math.max(0, sentences.size() - MAX_SENTENCES), sentences.size());
        this.covered = covered;
    }

    /**
     * Selects statements for the section Current State from the last {@value #STATE_MESSAGES} messages. Prefers later
     * statements, and statements of the assistant. Returns them in the order of the conversation, with at most
     * {@code budget} tokens.
     */
    List<Sentence> state(int budget) {
        return select(
                budget,
                each -> age(each) < STATE_MESSAGES
                        && !each.signals().question()
                        && !each.signals().filler(),
                each -> (each.role().equals("assistant") ? 1.4 : 1)
                        * (each.signals().done() || each.signals().decision() ? 1.2 : 1));
    }

    /**
     * Selects unanswered questions and unfinished tasks for the section Open Items. Returns them in the order of the
     * conversation, with at most {@code budget} tokens.
     */
    List<Sentence> open(int budget) {
        int messages = recent.isEmpty() ? 0 : last().message() + 1;
        int maxAge = Math.max(4, Math.min(OPEN_MESSAGES, messages / 3));
        return select(
                budget,
                each -> age(each) < maxAge && (isOpenQuestion(each) || isOpenTask(each)),
                each -> each.signals().question() ? 2.5 : 1);
    }

    private Sentence last() {
        return recent.get(recent.size() - 1);
    }

    private int age(Sentence sentence) {
        return last().message() - sentence.message();
    }

    /**
     * True if the sentence is a question that is unanswered: either no other speaker has spoken after it, or the next
     * message of another speaker only asks questions or postpones the answer.
     */
    private boolean isOpenQuestion(Sentence question) {
        if (!question.signals().question()) {
            return false;
        }
        var later = recent.stream()
                .filter(each ->
                        each.message() > question.message() && !each.speaker().equals(question.speaker()))
                .toList();
        var reply = later.stream()
                .filter(each -> each.message() == later.get(0).message())
                .toList();
        return reply.stream().anyMatch(each -> each.signals().defers())
                || reply.stream().allMatch(each -> each.signals().question());
    }

    private boolean isOpenTask(Sentence task) {
        return task.signals().task()
                && !task.signals().question()
                && !task.signals().filler()
                && recent.stream()
                        .noneMatch(each ->
                                each.order() > task.order() && each.signals().done() && each.isAbout(task));
    }

    private List<Sentence> select(int budget, Predicate<Sentence> fits, ToDoubleFunction<Sentence> factor) {
        var bestFirst = recent.stream()
                .filter(each -> each.hasContent() && fits.test(each))
                .sorted(Comparator.comparingDouble(
                        each -> -factor.applyAsDouble(each) * covered.worth(each) / (1 + age(each) / HALF_LIFE)))
                .toList();
        return covered.take(bestFirst, budget);
    }
}
