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
 * The conversations of the LoCoMo data set (Maharana et al., ACL 2024) and the questions about them. Its license is
 * CC BY-NC: the file is not part of the project, and only figures are printed, no texts.
 */
record LocomoDataset(List<Conversation> all) {
    private static final Pattern SESSION = Pattern.compile("session_\\d+");
    private static final Pattern BETWEEN_IDS = Pattern.compile("[;,\\s]+");

    /** A long conversation between two people. */
    record Conversation(String id, List<Session> sessions, List<Question> questions) {}

    /** The turns of one day. */
    record Session(String id, List<Turn> turns) {}

    /** @param text name of the speaker, words, and the caption of a picture if there is one */
    record Turn(String id, String text) {}

    /**
     * A question about a conversation.
     *
     * @param answer null if the conversation has no answer
     * @param evidence ids of the turns that answer it, at least one; a few name no existing turn
     */
    record Question(String text, String answer, Set<String> evidence) {}

    /** Returns the file named by {@code -Dcoppice.bench.locomo}; it may be missing. */
    static Path file() {
        return Path.of(System.getProperty("coppice.bench.locomo", "../shared/data/locomo10.json"));
    }

    static LocomoDataset read() throws IOException {
        return parse(Files.readAllBytes(file()));
    }

    static LocomoDataset parse(byte[] json) {
        var all = new ArrayList<Conversation>();
        for (var conversation : Json.parse(json)) {
            var id = Json.text(conversation.path("sample_id"));
            all.add(new Conversation(
                    id, sessions(id, conversation.path("conversation")), questions(conversation.path("qa"))));
        }
        return new LocomoDataset(all);
    }

    private static List<Session> sessions(String id, JsonNode conversation) {
        var sessions = new ArrayList<Session>();
        for (var name : conversation.propertyNames()) {
            if (SESSION.matcher(name).matches() && !conversation.path(name).isEmpty()) {
                var turns = StreamSupport.stream(conversation.path(name).spliterator(), false)
                        .map(LocomoDataset::turn)
                        .toList();
                sessions.add(new Session(id + "-" + name, turns));
            }
        }
        return sessions;
    }

    private static Turn turn(JsonNode turn) {
        var caption = Json.text(turn.path("blip_caption"));
        var words = Json.text(turn.path("speaker")) + ": " + Json.text(turn.path("text"));
        return new Turn(
                Json.text(turn.path("dia_id")),
                caption == null || caption.isEmpty() ? words : words + " [image: " + caption + "]");
    }

    private static List<Question> questions(JsonNode list) {
        var questions = new ArrayList<Question>();
        for (var question : list) {
            var evidence = new HashSet<String>();
            for (var ids : question.path("evidence")) {
                evidence.addAll(List.of(BETWEEN_IDS.split(Json.text(ids))));
            }
            evidence.remove("");
            if (!evidence.isEmpty()) {
                questions.add(new Question(
                        Json.text(question.path("question")), Json.text(question.path("answer")), evidence));
            }
        }
        return questions;
    }

    int turns() {
        return all.stream()
                .flatMap(conversation -> conversation.sessions().stream())
                .mapToInt(session -> session.turns().size())
                .sum();
    }
}
