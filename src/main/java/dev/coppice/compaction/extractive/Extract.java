package dev.coppice.compaction.extractive;

import dev.coppice.format.Tokens;
import java.util.ArrayList;
import java.util.List;

/**
 * One summary in the making: the words of all sentences are counted first, then each sentence is rated and the best are
 * kept. Both passes are linear in the text. Used once, by one thread.
 */
final class Extract {
    /** The share of the key points that new ones have at least, beside those of an earlier summary. */
    private static final double NEW_POINTS = 0.4;

    /** Tokens of sentences that say little, where there are no others. */
    private static final int FILLERS = 100;

    private final List<Utterance> utterances;
    private final PastSummary past;
    private final int target;
    private final Weights weights = new Weights();
    private final RecentSentences recentSentences = new RecentSentences();
    private final StillOpen stillOpen;
    private final NameCounts speakers = new NameCounts();
    private final NameCounts tools = new NameCounts();
    private boolean dated;
    private int sentences;
    private int talking;
    private long tokens;
    private long work;

    Extract(List<Utterance> utterances, PastSummary past, int target) {
        this.utterances = utterances;
        this.past = past;
        this.target = target;
        this.stillOpen = new StillOpen(past.open());
    }

    String text() {
        count();
        var budget = Budget.of(target, tokens);
        var news = new SentenceSelector(sentences, budget.all());
        var fillers = new SentenceSelector(sentences, FILLERS);
        rate(budget, news, fillers);

        var taken = new Coverage(weights);
        var writer = new SummaryWriter(budget, weights);
        writer.counts(past.messages() + utterances.size(), speakers, tools);
        var before = stillOpen.items();
        int kept = writer.stillOpen(before);
        var crowdedOut = before.subList(0, before.size() - kept);
        before.subList(before.size() - kept, before.size())
                .forEach(item -> taken.add(Terms.of(PastSummary.said(item)).content()));
        writer.open(talking > 0 ? recentSentences.open(writer.roomForOpen(), talking, taken) : List.of());
        var state = talking > 0 ? recentSentences.state(budget.state(), taken) : List.<Sentence>of();
        writer.state(state, past.state());
        int room = writer.roomForPoints(past.topic());
        var old = oldPoints(state.isEmpty() ? List.of() : past.state(), crowdedOut, budget);
        int newRoom = (int) Math.min(news.tokens(), room * NEW_POINTS);
        var points = new ArrayList<>(old.pick(room - newRoom, taken));
        points.addAll(news.pick(room - tokens(points), taken));
        if (points.isEmpty() && writer.saysNothing()) {
            points.addAll(fillers.pick(Math.min(room, FILLERS), taken));
        }
        return writer.text(past.topic(), points);
    }

    /** Characters of the sentences that were looked at, each time; to tell that the work grows as the text does. */
    long work() {
        return work;
    }

    private void count() {
        var day = "";
        speakers.addAll(past.speakers());
        tools.addAll(past.tools());
        for (var utterance : utterances) {
            speakers.add(utterance.speaker(), 1);
            utterance.tools().forEach(tool -> tools.add(tool, 1));
            dated |= !day.isEmpty() && !utterance.day().isEmpty() && !day.equals(utterance.day());
            day = utterance.day().isEmpty() ? day : utterance.day();
            Sentences.of(utterance.text(), this::count);
            sentences++; // for a text in which there is no sentence
        }
        dated |= !past.points().isEmpty();
        for (var section : List.of(past.topic(), past.points(), past.state(), past.open())) {
            section.forEach(this::count);
        }
    }

    private void count(String sentence) {
        weights.add(Terms.of(sentence).content());
        tokens += Tokens.of(sentence) + 4L;
        sentences++;
        work += sentence.length();
    }

    private void rate(Budget budget, SentenceSelector news, SentenceSelector fillers) {
        int first = past.points().size() + past.state().size() + past.open().size();
        var order = new int[] {first};
        for (var utterance : utterances) {
            if (!utterance.talks()) {
                continue;
            }
            var head = (dated && !utterance.day().isEmpty() ? utterance.day() + " " : "") + utterance.speaker() + ": ";
            int before = order[0];
            Sentences.of(utterance.text(), text -> {
                var sentence = sentence(text, order[0], head, utterance, order[0] == before, budget);
                order[0]++;
                boolean little = sentence.content().length < Scoring.FEW_WORDS;
                (little ? fillers : news).offer(sentence, sentence.order() - first, weights.of(sentence));
                recentSentences.add(sentence);
                stillOpen.hear(sentence.content(), sentence.signals());
            });
            if (order[0] == before) {
                var text = Sentences.line(utterance
                        .text()
                        .substring(
                                0,
                                Math.min(Sentences.MAX_LENGTH, utterance.text().length())));
                var sentence = sentence(text, order[0]++, head, utterance, true, budget);
                fillers.offer(sentence, sentence.order() - first, 0);
            }
            talking++;
        }
    }

    private Sentence sentence(String text, int order, String head, Utterance by, boolean opens, Budget budget) {
        work += text.length();
        var terms = Terms.of(text);
        var signals = Signals.of(text);
        double factor = Scoring.factor(terms, signals, by.role(), opens);
        var shown = Sentences.cut(text, budget.characters());
        return new Sentence(order, talking, head, by.speaker(), by.role(), shown, terms.content(), factor, signals);
    }

    /**
     * @param formerState how things stood: it is no longer so, but it was said
     * @param crowdedOut open items that have no room among the open ones
     */
    private SentenceSelector oldPoints(List<String> formerState, List<String> crowdedOut, Budget budget) {
        var lines = new ArrayList<>(past.points());
        lines.addAll(formerState);
        lines.addAll(crowdedOut);
        var picker = new SentenceSelector(lines.size(), budget.all());
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            var text = PastSummary.said(line);
            var terms = Terms.of(text);
            var signals = Signals.of(text);
            double factor = Scoring.factor(terms, signals, "", false);
            var old = new Sentence(i, -1, "", "", "", line, terms.content(), factor, signals);
            picker.offer(old, i, weights.of(old));
        }
        return picker;
    }

    private static int tokens(List<Sentence> points) {
        return points.stream().mapToInt(point -> Tokens.of(point.line())).sum();
    }
}
