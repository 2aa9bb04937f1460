package dev.coppice.compaction.extractive;

import dev.coppice.format.Tokens;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A sentence that a summary may quote: a sentence of a message, or a whole line of an earlier summary.
 *
 * @param order number of the sentence, from 0: first those of an earlier summary, then those of the messages, oldest
 *     first
 * @param message number of the sentence's message among the messages with text, from 0; -1 for a line of an earlier
 *     summary
 * @param head date and speaker, to be written before the text, such as {@code 2026-11-21 user: }; empty for a line of
 *     an earlier summary
 * @param speaker name of the speaker; empty for a line of an earlier summary
 * @param role role of the sentence's message; empty for a line of an earlier summary
 * @param text the text of the sentence
 * @param content distinct hashes of the sentence's meaningful words, ascending
 * @param factor rating of the wording, by which the weight of the words is multiplied; more than 0, higher is better
 * @param signals what the wording reveals, for example that the sentence is a question
 */
record Sentence(
        int order,
        int message,
        String head,
        String speaker,
        String role,
        String text,
        int[] content,
        double factor,
        Signals signals) {
    /**
     * Minimum number of meaningful words of a sentence of a message that is quoted. Sentences with fewer words are
     * quoted only if the summary would be blank otherwise. For lines of an earlier summary there is no minimum.
     */
    private static final int FEW_WORDS = 2;

    /**
     * Added to a sentence's number of words before the sentence's rating is divided by a power of this sum. The
     * division keeps long sentences from being preferred. The added number keeps very short ones from being preferred.
     */
    private static final int EXTRA_WORDS = 4;

    private static final double LENGTH_POWER = 0.6;

    /** Matches the date and speaker at the beginning of a line of a summary, such as {@code 2026-11-21 user: }. */
    private static final Pattern PREFIX = Pattern.compile("^(?:\\d{4}-\\d\\d-\\d\\d )?[^:]{1,40}: ");

    /**
     * Creates a sentence of a message.
     *
     * @param text the sentence
     * @param order number of the sentence among all sentences
     * @param message number of the message, from 0
     * @param head date and speaker, to be written before the text
     * @param by the message
     * @param isFirst true if it is the first sentence of its message, which is rated higher
     */
    static Sentence of(String text, int order, int message, String head, Utterance by, boolean isFirst) {
        var terms = Terms.of(text);
        var signals = Signals.of(text);
        double factor = factor(terms, signals) * (by.role().equals("system") ? 0.5 : 1) * (isFirst ? 1.1 : 1);
        return new Sentence(order, message, head, by.speaker(), by.role(), text, terms.content(), factor, signals);
    }

    /**
     * Creates a sentence from a line of an earlier summary. The date and speaker in the line stay in the sentence's
     * text, but do not affect the sentence's rating.
     *
     * @param line the line without its bullet
     * @param order number of the sentence among all sentences
     */
    static Sentence ofPast(String line, int order) {
        var said = PREFIX.matcher(line).replaceFirst("");
        var terms = Terms.of(said);
        var signals = Signals.of(said);
        return new Sentence(order, -1, "", "", "", line, terms.content(), factor(terms, signals), signals);
    }

    private static double factor(Terms terms, Signals signals) {
        return (signals.question() ? 0.4 : 1)
                * (signals.filler() ? 0.4 : 1)
                * (signals.decision() ? 1.25 : 1)
                * (signals.task() ? 1.1 : 1)
                * (signals.own() ? 1.3 : 1)
                * (1 + 0.08 * Math.min(4, terms.names()) + 0.12 * Math.min(3, terms.numbers()))
                / Math.pow(terms.words() + EXTRA_WORDS, LENGTH_POWER);
    }

    /** Returns this sentence with its text cut to at most {@code length} characters. */
    Sentence cut(int length) {
        var shorter = Sentences.cut(text, length);
        return new Sentence(order, message, head, speaker, role, shorter, content, factor, signals);
    }

    boolean hasContent() {
        return content.length >= FEW_WORDS;
    }

    /**
     * True if this sentence seems to settle the open item {@code item}: if the item is a question, this sentence
     * answers it; if the item is a task, this sentence reports that the task is done.
     */
    boolean settles(Sentence item) {
        return !signals.question() && !signals.defers() && (signals.done() || item.signals.question()) && isAbout(item);
    }

    /**
     * True if this sentence contains at least half of the meaningful words of {@code other}, and at least two of them.
     */
    boolean isAbout(Sentence other) {
        int shared = 0;
        for (int word : other.content) {
            shared += Arrays.binarySearch(content, word) >= 0 ? 1 : 0;
        }
        return shared >= Math.max(2, (other.content.length + 1) / 2);
    }

    /** Returns the text with the date and speaker before it. */
    String quote() {
        return head + text;
    }

    String line() {
        return "- " + quote();
    }

    /** Returns the total number of tokens of these sentences, each written as a line of the summary. */
    static int tokens(List<Sentence> sentences) {
        return sentences.stream().mapToInt(each -> Tokens.of(each.line())).sum();
    }
}
