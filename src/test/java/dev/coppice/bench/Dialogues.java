package dev.coppice.bench;

import dev.coppice.support.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * The conversations of LoCoMo with the questions that were asked about them. Their licence is CC BY-NC: no text of them
 * is printed or kept, only figures.
 */
record Dialogues(List<Dialogue> all) {
    private static final Pattern SITTING = Pattern.compile("session_\\d+");
    private static final Pattern BETWEEN_IDS = Pattern.compile("[;,\\s]+");

    /** One long conversation. */
    record Dialogue(String id, List<Sitting> sittings, List<Question> questions) {}

    /** What was said on one day. */
    record Sitting(String id, List<Turn> turns) {}

    /** The text is the speaker's name, what was said, and the caption of a picture. */
    record Turn(String id, String text) {}

    /**
     * A question about a conversation.
     *
     * @param answer null where there is none in it
     * @param evidence ids of the turns that answer it, at least one; a few of them are of no turn
     */
    record Question(String text, String answer, Set<String> evidence) {}

    /** The file that {@code -Dcoppice.bench.locomo=} names; it need not be there. */
    static Path file() {
        return Path.of(System.getProperty("coppice.bench.locomo", "../shared/data/locomo10.json"));
    }

    static Dialogues read() throws IOException {
        var all = new ArrayList<Dialogue>();
        for (var dialogue : Json.parse(Files.readAllBytes(file()))) {
            var id = Json.text(dialogue.path("sample_id"));
            all.add(new Dialogue(id, sittings(id, dialogue.path("conversation")), questions(dialogue.path("qa"))));
        }
        return new Dialogues(all);
    }

    private static List<Sitting> sittings(String dialogue, JsonNode conversation) {
        var sittings = new ArrayList<Sitting>();
        for (var name : conversation.propertyNames()) {
            if (SITTING.matcher(name).matches() && !conversation.path(name).isEmpty()) {
                var turns = StreamSupport.stream(conversation.path(name).spliterator(), false)
                        .map(Dialogues::turn)
                        .toList();
                sittings.add(new Sitting(dialogue + "-" + name, turns));
            }
        }
        return sittings;
    }

    private static Turn turn(JsonNode turn) {
        var caption = Json.text(turn.path("blip_caption"));
        var said = Json.text(turn.path("speaker")) + ": " + Json.text(turn.path("text"));
        return new Turn(
                Json.text(turn.path("dia_id")),
                caption == null || caption.isEmpty() ? said : said + " [image: " + caption + "]");
    }

    private static List<Question> questions(JsonNode asked) {
        var questions = new ArrayList<Question>();
        for (var one : asked) {
            var evidence = new HashSet<String>();
            for (var ids : one.path("evidence")) {
                evidence.addAll(List.of(BETWEEN_IDS.split(Json.text(ids))));
            }
            evidence.remove("");
            if (!evidence.isEmpty()) {
                questions.add(new Question(Json.text(one.path("question")), Json.text(one.path("answer")), evidence));
            }
        }
        return questions;
    }

    int turns() {
        return all.stream()
                .flatMap(dialogue -> dialogue.sittings().stream())
                .mapToInt(sitting -> sitting.turns().size())
                .sum();
    }
}
