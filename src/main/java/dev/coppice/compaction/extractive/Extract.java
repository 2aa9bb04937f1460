package dev.coppice.compaction.extractive;

import dev.coppice.format.Tokens;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds one summary: reads and counts all sentences, then selects the best sentences for each section. Takes time
 * linear in the length of the text. For a single use by one thread.
 */
final class Extract {
    /**
     * Fraction of the tokens of the section Key Points that lines of an earlier summary may use before sentences of the
     * messages are chosen. It is more than half, because the earlier summary usually covers more messages. Tokens that
     * the messages do not use are then used for further lines of the earlier summary.
     */
    private static final double PAST_POINTS = 0.6;

    /**
     * Maximum number of open items that are kept from an earlier summary, because each sentence is compared with each
     * of them. If there are more, the oldest are left out.
     */
    private static final int MAX_OPEN = 64;

    private final List<Utterance> utterances;
    private final PastSummary past;
    private final Weights weights = new Weights();
    private final Coverage covered = new Coverage(weights);

    private final List<Sentence> pastTopic;
    private final List<Sentence> pastPoints;
    private final List<Sentence> pastState;
    private final List<Sentence> pastOpen;
    private final List<Sentence> sentences;
    private final Budget budget;

    private List<Sentence> topic = List.of();
    private List<Sentence> state = List.of();
    private List<Sentence> open = List.of();

    private int order;
    private long tokens;
    private long work;

    Extract(List<Utterance> utterances, PastSummary past, int target) {
        this.utterances = utterances;
        this.past = past;
        pastTopic = pastSentences(past.topic());
        pastPoints = pastSentences(past.points());
        pastState = pastSentences(past.state());
        pastOpen = pastSentences(past.open());
        var read = sentences();
        budget = Budget.of(target, tokens);
        sentences = read.stream().map(each -> each.cut(budget.sentenceLength())).toList();
    }

    private List<Sentence> pastSentences(List<String> lines) {
        return lines.stream().map(line -> count(Sentence.ofPast(line, order++))).toList();
    }

    private List<Sentence> sentences() {
        boolean dated = !past.points().isEmpty()
                || utterances.stream()
                                .map(Utterance::day)
                                .filter(day -> !day.isEmpty())
                                .distinct()
                                .count()
                        > 1;
        var read = new ArrayList<Sentence>();
        int message = 0;
        for (var utterance : utterances) {
            if (utterance.talks()) {
                read.addAll(sentences(utterance, message++, dated));
            }
        }
        return read;
    }

    private List<Sentence> sentences(Utterance by, int message, boolean dated) {
        var head = (dated && !by.day().isEmpty() ? by.day() + " " : "") + by.speaker() + ": ";
        var read = new ArrayList<Sentence>();
        Sentences.of(by.text(), text -> read.add(count(Sentence.of(text, order++, message, head, by, read.isEmpty()))));
        return read;
    }

    private Sentence count(Sentence sentence) {
        weights.add(sentence.content());
        tokens += Tokens.of(sentence.text()) + Tokens.PER_MESSAGE;
        work += sentence.text().length();
        return sentence;
    }

    /**
     * Returns the number of characters of all sentences that were read, as a measure of the work. A test checks that it
     * grows linearly with the text.
     */
    long work() {
        return work;
    }

    /** Selects the sentences of all sections and returns the text of the summary. Call it only once. */
    String text() {
        var recent = new RecentSentences(sentences, covered);
        var crowdedOut = selectOpen(recent);
        state = recent.state(budget.state());
        var former = new ArrayList<>(pastPoints);
        former.addAll(state.isEmpty() ? List.of() : pastState);
        former.addAll(crowdedOut);
        state = state.isEmpty() ? lastOf(pastState, budget.state()) : state;
        topic = lastOf(pastTopic, budget.topic());
        var points = points(former);
        if (topic.isEmpty() && points.size() > 1) {
            topic = List.of(Collections.max(points, Comparator.comparingDouble(new Coverage(weights)::worth)));
            points.removeAll(topic);
        }
        return section("Topic", topic.stream().map(Sentence::quote), counts()) + "\n"
                + section("Key Points", points.stream().map(Sentence::line), tools()) + "\n"
                + section("Current State", state.stream().map(Sentence::line), "") + "\n"
                + section("Open Items", open.stream().map(Sentence::line), "");
    }

    /**
     * Selects the lines of the section Open Items: first the open items of an earlier summary that no message settles,
     * as many as fit into two thirds of the section, then sentences of the messages. Examines only the last
     * {@link #MAX_OPEN} items of the earlier summary. Returns those that are unsettled and for which there was no room.
     */
    private List<Sentence> selectOpen(RecentSentences recent) {
        var stillOpen = new ArrayList<>(pastOpen.subList(Math.max(0, pastOpen.size() - MAX_OPEN), pastOpen.size()));
        sentences.forEach(sentence -> stillOpen.removeIf(sentence::settles));
        var kept = lastOf(stillOpen, budget.open() * 2 / 3);
        kept.forEach(covered::add);
        open = new ArrayList<>(kept);
        open.addAll(recent.open(budget.open() - Sentence.tokens(kept)));
        return stillOpen.subList(0, stillOpen.size() - kept.size());
    }

    /**
     * Selects key points from lines of an earlier summary and from the sentences of the messages. Returns them in the
     * order of the conversation.
     *
     * @param former lines of an earlier summary that may be kept as key points
     */
    private List<Sentence> points(List<Sentence> former) {
        int room = budget.points(Tokens.of(counts())
                + Tokens.of(tools())
                + Sentence.tokens(topic)
                + Sentence.tokens(state)
                + Sentence.tokens(open));
        var old = new SentenceSelector(former, weights, budget.all());
        var fresh = new SentenceSelector(
                sentences.stream().filter(Sentence::hasContent).toList(), weights, budget.all());
        var points = new ArrayList<>(old.select((int) (room * PAST_POINTS), covered));
        points.addAll(fresh.select(room - Sentence.tokens(points), covered));
        points.addAll(old.select(room - Sentence.tokens(points), covered));
        if (points.isEmpty() && state.isEmpty() && !sentences.isEmpty()) {
            points.add(sentences.get(sentences.size() - 1)); // the summary must not be blank
        }
        points.sort(Comparator.comparingInt(Sentence::order));
        return points;
    }

    /**
     * Returns the last sentences of a list: as many as have at most {@code limit} tokens together, but at least the
     * last one, which is shortened if it is too long. Empty if there are no sentences.
     */
    private static List<Sentence> lastOf(List<Sentence> from, int limit) {
        var last = new LinkedList<Sentence>();
        int rest = limit;
        for (int i = from.size() - 1; i >= 0; i--) {
            var sentence = last.isEmpty() ? from.get(i).cut(Math.max(70, 3 * limit)) : from.get(i);
            rest -= Sentence.tokens(List.of(sentence));
            if (rest < 0 && !last.isEmpty()) {
                break;
            }
            last.addFirst(sentence);
        }
        return last;
    }

    /**
     * Returns a line with the number of summarized messages, such as {@code 32 messages: user (16), assistant (16).}
     * Messages that an earlier summary covers are included.
     */
    private String counts() {
        var speakers = past.speakers().copy();
        utterances.forEach(each -> speakers.add(each.speaker(), 1));
        long messages = past.messages() + utterances.size();
        return messages
                + (messages == 1 ? " message" : " messages")
                + (speakers.isEmpty() ? "." : ": " + speakers.text(isShort() ? 3 : 6) + ".");
    }

    /**
     * Returns a line with the numbers of calls of the tools that were called most, such as
     * {@code - Tools used: search (3), read (1).} Returns an empty text if no tool was called.
     */
    private String tools() {
        var tools = past.tools().copy();
        utterances.forEach(each -> each.tools().forEach(tool -> tools.add(tool, 1)));
        return tools.isEmpty() ? "" : "- " + PastSummary.TOOLS + tools.text(isShort() ? 4 : 12) + ".";
    }

    private boolean isShort() {
        return budget.all() < 200;
    }

    private static String section(String name, Stream<String> lines, String last) {
        var text = Stream.concat(lines, Stream.of(last).filter(line -> !line.isEmpty()))
                .collect(Collectors.joining("\n"));
        return "## " + name + "\n" + (text.isEmpty() ? "None." : text) + "\n";
    }
}
