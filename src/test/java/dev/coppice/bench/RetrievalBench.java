package dev.coppice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.bench.LocomoDataset.Conversation;
import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Measures how well questions find the messages that answer them, beside plain BM25 on the same texts. The weights of the
 * ranking were tuned on the conversations with even positions in the file; those with odd positions were held out.
 */
class RetrievalBench {
    private static final int QUESTIONS = 1982;

    /** Scores of one ranking: on the tuning half, on the held-out half, and on all conversations. */
    private record Scores(RetrievalScore tuning, RetrievalScore heldOut, RetrievalScore all) {
        Scores() {
            this(new RetrievalScore(), new RetrievalScore(), new RetrievalScore());
        }

        void add(int position, List<String> ranked, LocomoDataset.Question question) {
            (position % 2 == 0 ? tuning : heldOut).add(ranked, question.evidence());
            all.add(ranked, question.evidence());
        }

        String row(String name) {
            return "| " + name + " | " + tuning.cells() + " | " + heldOut.cells() + " | " + all.cells() + " |\n";
        }
    }

    @Test
    void questionsFindTheirEvidence() throws Exception {
        if (!Files.exists(LocomoDataset.file())) {
            System.out.println("Retrieval is not measured: file not found: "
                    + LocomoDataset.file().toAbsolutePath() + "; set -Dcoppice.bench.locomo=");
            return;
        }
        var dataset = LocomoDataset.read();
        var plain = new Scores();
        var coppice = new Scores();
        try (var server = CoppiceServer.named("bench-retrieval")
                        .database(Database.H2)
                        .start();
                var lucene = new PlainBm25(dataset)) {
            var client = new Client(server);
            for (var conversation : dataset.all()) {
                load(client, conversation);
            }
            IndexWait.until(client, dataset.turns());
            for (int position = 0; position < dataset.all().size(); position++) {
                var conversation = dataset.all().get(position);
                for (var question : conversation.questions()) {
                    plain.add(position, lucene.ask(conversation, question, RetrievalScore.CUT), question);
                    coppice.add(position, ask(client, conversation, question.text()), question);
                }
            }
        }
        write(plain, coppice);
        assertEquals(QUESTIONS, coppice.all().questions());
        assertTrue(
                coppice.all().five() >= 62,
                "among the first five: " + coppice.all().five());
        assertTrue(
                coppice.all().ten() >= 74,
                "among the first ten: " + coppice.all().ten());
    }

    private static void load(Client client, Conversation conversation) throws Exception {
        for (var session : conversation.sessions()) {
            client.send("PUT", "/v1/sessions/" + session.id(), Json.bytes(Json.object("userId", conversation.id())));
            var messages = session.turns().stream()
                    .map(turn -> Json.object(
                            "id",
                            turn.id(),
                            "role",
                            "user",
                            "parts",
                            Json.array(Json.object("type", "text", "text", turn.text()))))
                    .toArray();
            var body = Json.bytes(Json.object("messages", Json.array(messages)));
            if (!client.append(session.id(), body)) {
                throw new IllegalStateException("The server refused an append");
            }
        }
    }

    private static List<String> ask(Client client, Conversation conversation, String question) throws Exception {
        var path = "/v1/search?q=" + Api.encode(question) + "&userId=" + Api.encode(conversation.id()) + "&limit="
                + RetrievalScore.CUT;
        var ids = new ArrayList<String>();
        for (var hit : Json.parse(client.get(path)).path("items")) {
            ids.add(Json.text(hit.path("messageId")));
        }
        return ids;
    }

    private static void write(Scores plain, Scores coppice) throws IOException {
        var text = String.format(
                Locale.ROOT,
                """
                LoCoMo: %,d questions with evidence, %,d of the tuning half and %,d held out.

                | %% | tuning @1 | @5 | @10 | MRR | held out @1 | @5 | @10 | MRR | all @1 | @5 | @10 | MRR |
                |---|%s
                """,
                coppice.all().questions(),
                coppice.tuning().questions(),
                coppice.heldOut().questions(),
                "--:|".repeat(12));
        new Measurement("retrieval", RetrievalBench.class, "H2")
                .write(text + plain.row("plain BM25") + coppice.row("Coppice"));
    }
}
