package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.MariaDb;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.ModelScript;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a history costs of which nearly all is compacted, and what appends cost while a model makes a summary. */
class CompactionBench {
    private static final Path OUT = Path.of("target/bench");
    private static final int SEEN = 100;
    private static final int ROUNDS = 8;
    private static final int APPENDS = 150;
    private static final double AT_MOST = 1.5;
    private static final String LONG = "compacted";
    private static final String SHORT = "short";
    private static final String BUSY = "busy";

    private final AtomicLong ids = new AtomicLong();
    private Client client;
    private RatioReport report;

    @Test
    void mariaDb() throws Exception {
        var database = MariaDb.shared().create("coppice_bench_compaction");
        measure("Compaction in Coppice on MariaDB", database, OUT.resolve("compaction-mariadb.md"));
    }

    @Test
    void h2() throws Exception {
        measure("Compaction in Coppice on H2", Database.H2, OUT.resolve("compaction-h2.md"));
    }

    private void measure(String title, Database database, Path file) throws Exception {
        report = new RatioReport(title, "with", "without");
        System.out.println("\n" + title);
        try (var model = new ModelEndpoint()) {
            var plan = CoppiceServer.named("bench-compaction").database(database);
            model.environment().forEach(plan::environment);
            // A round of appends may take longer than the tests let a model take.
            plan.environment("COPPICE_LLM_TIMEOUT", "PT2M").environment("COPPICE_LLM_TOTAL_TIMEOUT", "PT2M");
            try (var server = plan.start()) {
                client = new Client(server);
                histories();
                appends(model.start());
            }
        } finally {
            report.write(file);
        }
    }

    private void histories() throws Exception {
        int size = Scale.size(100_000);
        client.session(LONG, "");
        client.session(SHORT, "");
        load(LONG, 0, size);
        load(SHORT, 0, SEEN);
        int first = SEEN / 2;
        int last = size - SEEN / 2 - 1;
        long began = System.nanoTime();
        send(
                "POST",
                "/v1/sessions/" + LONG + "/compactions",
                """
                {"fromMessageId":"m%d","toMessageId":"m%d","summary":"What was said."}"""
                        .formatted(first, last));
        report.note("the summary was laid in %.1f ms".formatted((System.nanoTime() - began) / 1e6));
        var label = "%s, %,d compacted".formatted(Histories.label(size), last - first + 1);
        compare("history of " + label, "/history");
        // Fifty of the long one are messages only, like those of the short one.
        compare("last 50 of " + label, "/history?last=50");
    }

    private void compare(String what, String path) throws Exception {
        Rounds.Work[] works = {read(LONG, path), read(SHORT, path)};
        Rounds.inTurn(Scale.times(300), Duration.ofSeconds(10), works);
        var samples = Rounds.inTurn(Scale.times(500), Duration.ofSeconds(20), works);
        report.medians(what + " : " + Histories.label(SEEN), samples.get(0), samples.get(1), AT_MOST);
    }

    private Rounds.Work read(String session, String path) {
        return () -> {
            if (client.drain("/v1/sessions/" + session + path) < 50 * Bodies.BYTES) {
                throw new IllegalStateException(session + path + " was too short");
            }
            return true;
        };
    }

    private void load(String session, int from, int to) throws Exception {
        for (int start = from; start < to; start += 1000) {
            var messages = Bodies.append(Rig.ids(start, Math.min(to, start + 1000)));
            client.send("POST", "/v1/sessions/" + session + "/messages", messages);
        }
    }

    private String send(String method, String path, String body) throws Exception {
        return client.send(method, path, body.getBytes(StandardCharsets.UTF_8));
    }

    /** In one session: the model is kept waiting through one half of each round. */
    private void appends(ModelEndpoint model) throws Exception {
        send(
                "PUT",
                "/v1/agents/bench",
                """
                {"compaction":{"summarizer":"llm","tailTokenBudget":1000},"context":[]}""");
        send("POST", "/v1/sessions", "{\"id\":\"" + BUSY + "\",\"agent\":\"bench\"}");
        load(BUSY, 0, 1000);
        round(model, new Sample(), new Sample());
        var during = new Sample();
        var without = new Sample();
        for (int i = 0; i < Scale.times(ROUNDS); i++) {
            round(model, during, without);
        }
        report.tails("append while a model summarises : while none does", during, without, AT_MOST);
        report.note("%d compactions of the session that was appended to".formatted(Scale.times(ROUNDS)));
    }

    private void round(ModelEndpoint model, Sample during, Sample without) throws Exception {
        var asked = new CountDownLatch(1);
        var open = new CountDownLatch(1);
        model.play((exchange, endpoint) -> {
            asked.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            ModelScript.answer("What was said.").play(exchange, endpoint);
        });
        var compaction = CompletableFuture.supplyAsync(() -> {
            try {
                return send("POST", "/v1/sessions/" + BUSY + "/compact", "{}");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            if (!asked.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The model was not asked");
            }
            append(during);
        } finally {
            open.countDown();
        }
        var outcome = compaction.get();
        if (!outcome.contains("\"compacted\":true")) {
            throw new IllegalStateException(outcome);
        }
        append(without);
    }

    private void append(Sample into) throws Exception {
        for (int i = 0; i < APPENDS; i++) {
            var body = Bodies.append("x" + ids.incrementAndGet());
            long began = System.nanoTime();
            if (client.append(BUSY, body)) {
                into.add(System.nanoTime() - began);
            }
        }
    }
}
