package dev.coppice.bench;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.MariaDb;
import dev.coppice.support.ModelEndpoint;
import dev.coppice.support.ModelScript;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Measures histories that are compacted but for 100 messages, and appends while a model writes a summary. */
class CompactionBench {
    private static final int VISIBLE = 100;
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
        measure(database, "compaction-mariadb");
    }

    @Test
    void h2() throws Exception {
        measure(Database.H2, "compaction-h2");
    }

    private void measure(Database database, String section) throws Exception {
        report = new RatioReport("with", "without");
        System.out.println("\n" + section);
        try (var model = new ModelEndpoint()) {
            var plan = CoppiceServer.named("bench-compaction").database(database);
            model.environment().forEach(plan::environment);
            // A round of appends may last longer than the timeout that tests set for a model.
            plan.environment("COPPICE_LLM_TIMEOUT", "PT2M").environment("COPPICE_LLM_TOTAL_TIMEOUT", "PT2M");
            try (var server = plan.start()) {
                client = new Client(server);
                histories();
                appends(model.start());
            }
        } finally {
            report.write(Measurement.of(section, getClass(), database));
        }
    }

    private void histories() throws Exception {
        int size = Scale.size(100_000);
        client.session(LONG, "");
        client.session(SHORT, "");
        load(LONG, 0, size);
        load(SHORT, 0, VISIBLE);
        int first = VISIBLE / 2;
        int last = size - VISIBLE / 2 - 1;
        long began = System.nanoTime();
        send(
                "POST",
                "/v1/sessions/" + LONG + "/compactions",
                """
                {"fromMessageId":"m%d","toMessageId":"m%d","summary":"What was said."}"""
                        .formatted(first, last));
        report.note("the compaction was stored in %.1f ms".formatted((System.nanoTime() - began) / 1e6));
        var label = "%s, %,d compacted".formatted(Histories.label(size), last - first + 1);
        compare("history of " + label, "/history");
        // The last 50 of the long history contain no summary, like those of the short one.
        compare("last 50 of " + label, "/history?last=50");
    }

    private void compare(String operation, String path) throws Exception {
        Rounds.Operation[] operations = {read(LONG, path), read(SHORT, path)};
        Rounds.inTurn(Scale.times(300), Duration.ofSeconds(10), operations);
        var samples = Rounds.inTurn(Scale.times(500), Duration.ofSeconds(20), operations);
        report.medians(operation + " : " + Histories.label(VISIBLE), samples.get(0), samples.get(1), AT_MOST);
    }

    private Rounds.Operation read(String session, String path) {
        return () -> {
            if (client.drain("/v1/sessions/" + session + path) < 50 * BenchMessages.BYTES) {
                throw new IllegalStateException(session + path + " was too short");
            }
            return true;
        };
    }

    private void load(String session, int from, int to) throws Exception {
        for (int start = from; start < to; start += 1000) {
            var messages = BenchMessages.append(BenchContext.ids(start, Math.min(to, start + 1000)));
            client.send("POST", "/v1/sessions/" + session + "/messages", messages);
        }
    }

    private String send(String method, String path, String body) throws Exception {
        return client.send(method, path, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Appends to one session; in one half of each round a model is at work on its summary. */
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
        report.tails("append while a model summarizes : while none does", during, without, AT_MOST);
        report.note("%d compactions of the session during its appends".formatted(Scale.times(ROUNDS)));
    }

    private void round(ModelEndpoint model, Sample during, Sample without) throws Exception {
        var modelCalled = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        model.play((exchange, endpoint) -> {
            modelCalled.countDown();
            try {
                release.await();
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
            if (!modelCalled.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The model was not called");
            }
            append(during);
        } finally {
            release.countDown();
        }
        var outcome = compaction.get();
        if (!outcome.contains("\"compacted\":true")) {
            throw new IllegalStateException(outcome);
        }
        append(without);
    }

    private void append(Sample into) throws Exception {
        for (int i = 0; i < APPENDS; i++) {
            var body = BenchMessages.append("x" + ids.incrementAndGet());
            long began = System.nanoTime();
            if (client.append(BUSY, body)) {
                into.add(System.nanoTime() - began);
            }
        }
    }
}
