package dev.coppice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.bench.LocomoDataset.Conversation;
import dev.coppice.bench.LocomoDataset.Question;
import dev.coppice.bench.LocomoDataset.Turn;
import dev.coppice.compaction.SummaryRequest;
import dev.coppice.compaction.extractive.Extractive;
import dev.coppice.format.Tokens;
import dev.coppice.support.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Measures how many answers to questions about a long conversation its extractive summary still contains, beside a
 * baseline of evenly spread whole messages with as many tokens.
 */
class SummaryBench {
    private static final Extractive SUMMARIZER = new Extractive();

    /** Number of successive compactions, each of which updates the previous summary. */
    private static final int STEPS = 5;

    /** Target sizes as 1/n of the conversation; the first is what the compactor asks for. */
    private static final int[] SHARES = {5, 20, 100, Integer.MAX_VALUE};

    /** Share of questions whose whole answer is in the summary, and average share of the words of an answer. */
    private static final class Recall {
        private int questions;
        private int whole;
        private double words;
        private long tokens;
        private long nanos;

        void add(String summary, List<Question> list, long took) {
            var kept = words(summary);
            tokens += Tokens.of(summary);
            nanos += took;
            for (var question : list) {
                var answer = words(question.answer());
                double found = (double) answer.stream().filter(kept::contains).count() / answer.size();
                questions++;
                whole += found == 1 ? 1 : 0;
                words += found;
            }
        }

        String cells(int conversations) {
            return String.format(
                    Locale.ROOT,
                    "%,d | %.1f | %.1f | %.0f |",
                    tokens / conversations,
                    100.0 * whole / questions,
                    100 * words / questions,
                    nanos / 1e6 / conversations);
        }
    }

    private static Set<String> words(String text) {
        return Stream.of(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
                .filter(word -> word.length() > 3 || word.chars().anyMatch(Character::isDigit))
                .collect(Collectors.toSet());
    }

    @Test
    void answersAreStillThere() throws IOException {
        if (!Files.exists(LocomoDataset.file())) {
            System.out.println("Summaries are not measured: file not found: "
                    + LocomoDataset.file().toAbsolutePath() + "; set -Dcoppice.bench.locomo=");
            return;
        }
        var dataset = LocomoDataset.read().all();
        dataset.forEach(conversation -> summary(messages(conversation), 1000));
        var rows = new ArrayList<String>();
        for (int share : SHARES) {
            rows.addAll(compare(dataset, share));
        }
        write(rows, dataset);
    }

    private static List<String> compare(List<Conversation> dataset, int share) {
        var single = new Recall();
        var renewed = new Recall();
        var spread = new Recall();
        for (var conversation : dataset) {
            var questions = answerable(conversation);
            var messages = messages(conversation);
            var texts = turns(conversation).map(Turn::text).toList();
            int target = Math.max(100, Tokens.of(String.join("\n", texts)) / share);
            long began = System.nanoTime();
            var summary = summary(messages, target);
            single.add(summary, questions, System.nanoTime() - began);
            assertEquals(summary, summary(messages, target), "the same summary each time");
            assertTrue(Tokens.of(summary) <= target * 5 / 4, Tokens.of(summary) + " tokens of " + target);
            began = System.nanoTime();
            renewed.add(inSteps(messages, target), questions, System.nanoTime() - began);
            spread.add(spread(texts, Tokens.of(summary)), questions, 0);
        }
        var of = share == Integer.MAX_VALUE ? "100 tokens" : "1/" + share;
        return List.of(
                "| " + of + ", at once | " + single.cells(dataset.size()),
                "| " + of + ", in " + STEPS + " steps | " + renewed.cells(dataset.size()),
                "| " + of + ", messages spread evenly | " + spread.cells(dataset.size()));
    }

    private static String inSteps(List<byte[]> messages, int target) {
        String summary = null;
        for (int step = 0; step < STEPS; step++) {
            var piece = messages.subList(messages.size() * step / STEPS, messages.size() * (step + 1) / STEPS);
            summary = SUMMARIZER.summarize(new SummaryRequest(null, piece, summary, target, null));
        }
        return summary;
    }

    private static String summary(List<byte[]> messages, int target) {
        return SUMMARIZER.summarize(new SummaryRequest(null, messages, null, target, null));
    }

    private static String spread(List<String> texts, int tokens) {
        long all = texts.stream().mapToLong(Tokens::of).sum();
        var kept = new ArrayList<String>();
        long seen = 0;
        long left = tokens;
        for (var text : texts) {
            seen += Tokens.of(text);
            if (seen * tokens >= (tokens - left) * all && left >= Tokens.of(text)) {
                kept.add(text);
                left -= Tokens.of(text);
            }
        }
        return String.join("\n", kept);
    }

    private static Stream<Turn> turns(Conversation conversation) {
        return conversation.sessions().stream().flatMap(session -> session.turns().stream());
    }

    private static List<byte[]> messages(Conversation conversation) {
        return turns(conversation)
                .map(turn -> Json.bytes(Json.object(
                        "role", "user", "parts", Json.array(Json.object("type", "text", "text", turn.text())))))
                .toList();
    }

    /** Returns the questions whose answers contain a significant word. */
    private static List<Question> answerable(Conversation conversation) {
        return conversation.questions().stream()
                .filter(question ->
                        question.answer() != null && !words(question.answer()).isEmpty())
                .toList();
    }

    private static void write(List<String> rows, List<Conversation> dataset) throws IOException {
        long questions =
                dataset.stream().mapToLong(one -> answerable(one).size()).sum();
        long turns = dataset.stream().mapToLong(one -> turns(one).count()).sum();
        var text = String.format(
                Locale.ROOT,
                """
                LoCoMo: %,d conversations of %,d messages on average, %,d questions with an answer.

                | summary | tokens | whole answers %% | words %% | ms per conversation |
                |---|--:|--:|--:|--:|
                """,
                dataset.size(),
                turns / dataset.size(),
                questions);
        new Measurement("summary", SummaryBench.class, "").write(text + String.join("\n", rows));
    }
}
