package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpAnswer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;

/** Requests for exports and imports between two tenants, shared by their tests. */
abstract class ExportApi extends Contract {
    static final String EXPORT = SESSION + "/export";
    static final String IMPORTS = "/v1/imports";

    Api source;
    Api target;

    @BeforeEach
    void createTenants() {
        source = api().as(token(unique("source"), "admin", "write"));
        target = api().as(token(unique("target"), "admin", "write"));
    }

    static String export(Api api, String session) {
        return api.get(EXPORT, session).send().expect(200).text();
    }

    static HttpAnswer load(Api api, String lines) {
        return api.post(IMPORTS)
                .body("application/jsonl", lines.getBytes(StandardCharsets.UTF_8))
                .send();
    }

    static HttpAnswer loaded(Api api, String lines) {
        var report = load(api, lines).expect(200);
        assertEquals(0, report.json().path("errors").size(), report.text());
        assertTrue(report.json().path("complete").asBoolean(), report.text());
        return report;
    }

    /** Checks a file without importing it, and returns the report. */
    static HttpAnswer dryRun(Api api, String lines) {
        return api.post(IMPORTS)
                .query("dryRun", true)
                .body("application/jsonl", lines.getBytes(StandardCharsets.UTF_8))
                .send()
                .expect(200);
    }

    static String without(String lines, String kind) {
        return lines.lines()
                .filter(line -> !line.startsWith("{\"" + kind + "\""))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
