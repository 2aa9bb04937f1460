package dev.coppice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.bench.Dialogues.Dialogue;
import dev.coppice.bench.Dialogues.Question;
import dev.coppice.bench.Dialogues.Turn;
import dev.coppice.compaction.SummaryRequest;
import dev.coppice.compaction.extractive.Extractive;
import dev.coppice.format.Tokens;
import dev.coppice.support.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How much of what is asked about a long conversation is still in its extractive summary, beside as many tokens of whole
 * messages that are spread evenly over it. Figures only: the conversations may not be printed.
 */
class SummaryBench {
    private static final Path OUT = Path.of("target/bench/summaries.md");
    private static final Extractive SUMMARIZER = new Extractive();

    /** Compactions one after the other, each of which renews the summary before. */
    private static final int STEPS = 5;

    /** A fifth of a conversation, as the compactor asks for; then ever less. */
    private static final int[] SHARES = {5, 20, 100, Integer.MAX_VALUE};

    /** Of all questions: of how many the whole answer is there, and how much of an answer on average. */
    private static final class Recall {
        private int questions;
        private int whole;
        private double words;
        private long tokens;
        private long nanos;

        void add(String summary, List<Question> asked, long took) {
            var there = words(summary);
            tokens += Tokens.of(summary);
            nanos += took;
            for (var question : asked) {
                var answer = words(question.answer());
                double found = (double) answer.stream().filter(there::contains).count() / answer.size();
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
        if (!Files.exists(Dialogues.file())) {
            System.out.println("Summaries are not measured: there is no "
                    + Dialogues.file().toAbsolutePath() + "; name the LoCoMo file by -Dcoppice.bench.locomo=");
            return;
        }
        var dialogues = Dialogues.read().all();
        dialogues.forEach(dialogue -> summary(messages(dialogue), 1000));
        var rows = new ArrayList<String>();
        for (int share : SHARES) {
            rows.addAll(compare(dialogues, share));
        }
        write(rows, dialogues);
    }

    private static List<String> compare(List<Dialogue> dialogues, int share) {
        var ours = new Recall();
        var renewed = new Recall();
        var spread = new Recall();
        for (var dialogue : dialogues) {
            var asked = asked(dialogue);
            var messages = messages(dialogue);
            var texts = turns(dialogue).map(Turn::text).toList();
            int target = Math.max(100, Tokens.of(String.join("\n", texts)) / share);
            long began = System.nanoTime();
            var summary = summary(messages, target);
            ours.add(summary, asked, System.nanoTime() - began);
            assertEquals(summary, summary(messages, target), "the same summary each time");
            assertTrue(Tokens.of(summary) <= target * 5 / 4, Tokens.of(summary) + " tokens of " + target);
            began = System.nanoTime();
            renewed.add(inSteps(messages, target), asked, System.nanoTime() - began);
            spread.add(spread(texts, Tokens.of(summary)), asked, 0);
        }
        var of = share == Integer.MAX_VALUE ? "100 tokens" : "1/" + share;
        return List.of(
                "| " + of + ", at once | " + ours.cells(dialogues.size()),
                "| " + of + ", in " + STEPS + " steps | " + renewed.cells(dialogues.size()),
                "| " + of + ", messages spread evenly | " + spread.cells(dialogues.size()));
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

    private static Stream<Turn> turns(Dialogue dialogue) {
        return dialogue.sittings().stream().flatMap(sitting -> sitting.turns().stream());
    }

    private static List<byte[]> messages(Dialogue dialogue) {
        return turns(dialogue)
                .map(turn -> Json.bytes(Json.object(
                        "role", "user", "parts", Json.array(Json.object("type", "text", "text", turn.text())))))
                .toList();
    }

    /** Those whose answers have a word that tells. */
    private static List<Question> asked(Dialogue dialogue) {
        return dialogue.questions().stream()
                .filter(question ->
                        question.answer() != null && !words(question.answer()).isEmpty())
                .toList();
    }

    private static void write(List<String> rows, List<Dialogue> dialogues) throws IOException {
        long questions = dialogues.stream().mapToLong(one -> asked(one).size()).sum();
        long turns = dialogues.stream().mapToLong(one -> turns(one).count()).sum();
        var text = new StringBuilder("# What extractive summaries keep\n\n");
        text.append("LoCoMo, ").append(dialogues.size()).append(" conversations of ");
        text.append(turns / dialogues.size()).append(" messages on average, ").append(questions);
        text.append(
                " questions with an answer. In per cent: questions all words of whose answers are in the summary, and\n");
        text.append("words of an answer that are, on average; milliseconds of a conversation.\n\n");
        text.append("| summary | tokens | whole answers | words | ms |\n|---|--:|--:|--:|--:|\n");
        rows.forEach(row -> text.append(row).append('\n'));
        Files.createDirectories(OUT.getParent());
        Files.writeString(OUT, text);
        System.out.println("\n" + text + "\nWritten to " + OUT);
    }
}
