package dev.coppice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.bench.Dialogues.Dialogue;
import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * How well questions find the messages that answer them, beside plain BM25 over the same texts. Conversations in even
 * places of the file are those that the ranking's weights were chosen on; the odd ones had no part in it.
 */
class RetrievalBench {
    private static final Path OUT = Path.of("target/bench/retrieval.md");
    private static final int QUESTIONS = 1982;

    /** Of a ranking: the choosing half, the reporting half, all. */
    private record Halves(Finds choosing, Finds reporting, Finds all) {
        Halves() {
            this(new Finds(), new Finds(), new Finds());
        }

        void add(int place, List<String> ranked, Dialogues.Question question) {
            (place % 2 == 0 ? choosing : reporting).add(ranked, question.evidence());
            all.add(ranked, question.evidence());
        }

        String row(String name) {
            return "| " + name + " | " + choosing.cells() + " | " + reporting.cells() + " | " + all.cells() + " |\n";
        }
    }

    @Test
    void questionsFindTheirEvidence() throws Exception {
        if (!Files.exists(Dialogues.file())) {
            System.out.println("Retrieval is not measured: there is no "
                    + Dialogues.file().toAbsolutePath() + "; name the LoCoMo file by -Dcoppice.bench.locomo=");
            return;
        }
        var dialogues = Dialogues.read();
        var plain = new Halves();
        var ours = new Halves();
        try (var server = CoppiceServer.named("bench-retrieval")
                        .database(Database.H2)
                        .start();
                var lucene = new PlainBm25(dialogues)) {
            var client = new Client(server);
            for (var dialogue : dialogues.all()) {
                load(client, dialogue);
            }
            IndexWait.until(client, dialogues.turns());
            for (int place = 0; place < dialogues.all().size(); place++) {
                var dialogue = dialogues.all().get(place);
                for (var question : dialogue.questions()) {
                    plain.add(place, lucene.ask(dialogue, question, Finds.CUT), question);
                    ours.add(place, ask(client, dialogue, question.text()), question);
                }
            }
        }
        write(plain, ours);
        assertEquals(QUESTIONS, ours.all().questions());
        assertTrue(
                ours.all().five() >= 62, "among the first five: " + ours.all().five());
        assertTrue(ours.all().ten() >= 74, "among the first ten: " + ours.all().ten());
    }

    private static void load(Client client, Dialogue dialogue) throws Exception {
        for (var sitting : dialogue.sittings()) {
            client.send("PUT", "/v1/sessions/" + sitting.id(), Json.bytes(Json.object("userId", dialogue.id())));
            var messages = sitting.turns().stream()
                    .map(turn -> Json.object(
                            "id",
                            turn.id(),
                            "role",
                            "user",
                            "parts",
                            Json.array(Json.object("type", "text", "text", turn.text()))))
                    .toArray();
            var body = Json.bytes(Json.object("messages", Json.array(messages)));
            if (!client.append(sitting.id(), body)) {
                throw new IllegalStateException("The server was too busy for one writer");
            }
        }
    }

    private static List<String> ask(Client client, Dialogue dialogue, String question) throws Exception {
        var path =
                "/v1/search?q=" + Api.encode(question) + "&userId=" + Api.encode(dialogue.id()) + "&limit=" + Finds.CUT;
        var ids = new ArrayList<String>();
        for (var hit : Json.parse(client.get(path)).path("items")) {
            ids.add(Json.text(hit.path("messageId")));
        }
        return ids;
    }

    private static void write(Halves plain, Halves ours) throws IOException {
        var text = new StringBuilder("# Questions that find their evidence\n\n");
        text.append("LoCoMo, ").append(ours.all().questions()).append(" questions with evidence (");
        text.append(ours.choosing().questions()).append(" choosing, ");
        text.append(ours.reporting().questions()).append(" reporting), in the messages of their conversation.\n");
        text.append("Any of the evidence among the first 1, 5, 10, in per cent; mean reciprocal rank, cut at 100.\n\n");
        text.append("| | choosing half @1 | @5 | @10 | MRR | reporting half @1 | @5 | @10 | MRR ");
        text.append("| all @1 | @5 | @10 | MRR |\n|---|")
                .append("--:|".repeat(12))
                .append('\n');
        text.append(plain.row("plain BM25")).append(ours.row("ours"));
        Files.createDirectories(OUT.getParent());
        Files.writeString(OUT, text);
        System.out.println("\n" + text + "\nWritten to " + OUT);
    }
}
