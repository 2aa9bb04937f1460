package dev.coppice.bench;

import dev.coppice.support.Api;
import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Database;
import dev.coppice.support.MariaDb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.lucene.search.Query;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Measures searches in 100,000 messages beside plain Lucene on the same index. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SearchBench {
    private static final int TIMES = 200;
    private static final Duration AT_MOST = Duration.ofSeconds(60);

    /** Scope of a search: the path of the request up to the query, and the filter for plain Lucene. */
    private record Scope(String name, String path, Query filter, int firstRare) {}

    @Test
    @Order(1)
    void h2() throws Exception {
        measure("search-h2", Database.H2);
    }

    @Test
    @Order(2)
    void mariaDb() throws Exception {
        var database = MariaDb.shared().create("coppice_bench_search");
        measure("search-mariadb", database);
    }

    private static void measure(String section, Database database) throws Exception {
        System.out.println("\n" + section);
        try (var server =
                CoppiceServer.named("bench-" + section).database(database).start()) {
            var client = new Client(server);
            var words = new Vocabulary();
            var corpus = new Corpus(client, words);
            var report = new SearchReport();
            long began = System.nanoTime();
            corpus.load();
            long loaded = System.nanoTime();
            IndexWait.until(client, corpus.size());
            report.note(String.format(
                    "%,d messages, %,d of them in one session; loaded in %.1f s, indexed %.1f s later",
                    corpus.size(), corpus.longSize(), (loaded - began) / 1e9, (System.nanoTime() - loaded) / 1e9));
            try (var raw = new RawSearch(server.data())) {
                report.note("index: " + raw.about());
                var within = new Scope(
                        "within one session",
                        "/v1/sessions/" + Corpus.LONG + "/search?q=",
                        raw.sessionOf(words.rare(0)),
                        0);
                var across = new Scope("across sessions", "/v1/search?q=", raw.tenant(), Corpus.RARE);
                // Warm-up: the first thousands of searches are not measured.
                for (var scope : List.of(within, across)) {
                    searches(client, raw, words, scope, null);
                }
                for (var scope : List.of(within, across)) {
                    searches(client, raw, words, scope, report);
                }
                var alive = Rounds.inTurn(Scale.times(TIMES), AT_MOST, () -> client.drain("/health/live") >= 0);
                report.note(String.format(
                        "`GET /health/live`, the cost of HTTP alone: p50 %.2f ms, p99 %.2f ms",
                        alive.get(0).p50(), alive.get(0).p99()));
                IndexDelay.measure(client, words, report);
                IndexRebuild.measure(client, report);
            } finally {
                report.write(Measurement.of(section, SearchBench.class, database));
            }
        }
    }

    /** @param report null for the warm-up */
    private static void searches(Client client, RawSearch raw, Vocabulary words, Scope scope, SearchReport report)
            throws Exception {
        row(client, raw, scope, "a rare word", report, i -> words.rare(scope.firstRare() + i % Corpus.RARE));
        row(client, raw, scope, "a common word", report, words::common);
        row(client, raw, scope, "two words", report, i -> ranked(words, 2, 20, 500));
        row(client, raw, scope, "two common words", report, i -> words.common(i) + " " + words.common(i + 1 + i / 40));
        row(
                client,
                raw,
                scope,
                "a rare and a common word",
                report,
                i -> words.rare(scope.firstRare() + i % 300) + " " + words.common(i));
        row(client, raw, scope, "eight words", report, i -> ranked(words, 8, 1, 1000));
    }

    private static String ranked(Vocabulary words, int count, int from, int to) {
        return String.join(
                " ",
                IntStream.range(0, count)
                        .mapToObj(i -> words.ranked(from, to))
                        .distinct()
                        .toList());
    }

    private static void row(
            Client client, RawSearch raw, Scope scope, String operation, SearchReport report, IntFunction<String> query)
            throws Exception {
        int times = Scale.times(TIMES);
        var queries = new ArrayList<String>();
        var terms = new ArrayList<List<String>>();
        for (int i = 0; i <= times; i++) {
            queries.add(query.apply(i));
            terms.add(PlainAnalyzer.words(queries.get(i)));
        }
        var turn = new int[3];
        var found = new long[1];
        var samples = Rounds.inTurn(
                times,
                AT_MOST,
                () -> client.drain(scope.path() + Api.encode(queries.get(turn[0]++))) > 0,
                () -> (found[0] += raw.search(scope.filter(), terms.get(turn[1]++), 1000)) >= 0,
                () -> raw.search(scope.filter(), terms.get(turn[2]++), 10) >= 0);
        if (report != null) {
            report.row(
                    scope.name() + ", " + operation,
                    samples.get(0),
                    samples.get(1),
                    samples.get(2),
                    (double) found[0] / turn[1]);
        }
    }
}
