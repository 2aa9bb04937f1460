package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.Databases;
import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.RawHttp;
import dev.coppice.support.SharedServer;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Quotas of tenants. Each test has a tenant of its own, so that it disturbs no other. */
@ResourceLock(SharedServer.MODEL)
class QuotasIT extends Contract {
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final LocalTime LAST_MINUTES = LocalTime.of(23, 57);
    private static final String TENANT = "/v1/tenants/{}";

    private String tenant;
    private String writerToken;
    private Api writer;

    /** Quotas of a day begin anew at midnight, which must not be in the middle of a test. */
    @BeforeEach
    void createTenant() {
        Await.until("midnight is over", Duration.ofMinutes(5), () -> LocalTime.now(ZoneOffset.UTC)
                .isBefore(LAST_MINUTES));
        tenant = unique("t");
        writerToken = token(tenant, "write");
        writer = api().as(writerToken);
    }

    private HttpAnswer limit(Object... quotas) {
        return api().put(TENANT, tenant).json(Json.object(quotas)).send().expect(200);
    }

    private static HttpAnswer refused(HttpAnswer answer, long maxSeconds) {
        answer.problem(429, "rate-limited");
        long seconds = Long.parseLong(answer.header("Retry-After"));
        assertTrue(seconds >= 1 && seconds <= maxSeconds, "" + seconds);
        assertEquals(
                String.valueOf(seconds), answer.json().path("retryAfterSeconds").toString());
        return answer;
    }

    /** Sends requests until one is refused. */
    private static HttpAnswer untilRefused(Api api, String path) {
        for (int i = 0; i < 1000; i++) {
            var answer = api.get(path).send();
            if (answer.status() != 200) {
                return answer;
            }
        }
        throw new AssertionError("1000 requests were accepted");
    }

    @Test
    void requestsAboveTheRateAreRefusedAndOtherTenantsAreNot() {
        var neighbor = api().as(token(unique("t"), "write"));
        limit("requestsPerSecond", 1);
        refused(untilRefused(writer, "/v1/sessions"), 2);
        for (int i = 0; i < 20; i++) {
            neighbor.get("/v1/sessions").send().expect(200);
        }
        Await.until(
                "the bucket fills again",
                BOUND,
                () -> writer.get("/v1/sessions").send().status() == 200);
    }

    @Test
    void refusalHasTheFormatOfTheApi() {
        limit("requestsPerSecond", 1);
        var refused = untilRefused(writer, "/v1/conversations/none?x=1");
        if (refused.status() == 404) {
            for (int i = 0; i < 1000 && refused.status() == 404; i++) {
                refused = writer.get("/v1/conversations/none").send();
            }
        }
        assertEquals(429, refused.status());
        assertEquals("rate_limit_error", refused.at("/error/type"));
        assertTrue(Long.parseLong(refused.header("Retry-After")) >= 1);
    }

    @Test
    void administratorIsNotLimited() {
        limit("requestsPerSecond", 1);
        var admin = api().as(token(tenant, "admin"));
        untilRefused(admin, "/v1/sessions").problem(429, "rate-limited");
        for (int i = 0; i < 10; i++) {
            admin.get(TENANT, tenant).send().expect(200);
            admin.get("/v1/tokens").send().expect(200);
        }
        // Who may not administer cannot send more on these paths.
        for (int i = 0; i < 1000; i++) {
            var answer = writer.get("/v1/tokens").send();
            if (answer.status() == 429) {
                return;
            }
            answer.problem(403, "forbidden");
        }
        throw new AssertionError("1000 requests were accepted");
    }

    @Test
    void bytesOfADayAreLimited() {
        writer.put(SESSION, "s").send().expect(201);
        limit("bytesPerDay", 5000);
        var big = batch(message("m0", "x".repeat(3000)));
        writer.post(MESSAGES, "s").json(big).send().expect(201);
        var other = batch(message("m1", "x".repeat(3000)));
        refused(writer.post(MESSAGES, "s").json(other).send(), 86_400);
        refused(writer.post(MESSAGES, "s").json(other).chunked().send(), 86_400);
        // Nothing was stored, and requests without a body are accepted.
        assertEquals(
                1,
                writer.get(HISTORY, "s")
                        .send()
                        .expect(200)
                        .json()
                        .path("messages")
                        .size());
        limit("bytesPerDay", null);
        writer.post(MESSAGES, "s").json(other).send().expect(201);
    }

    /** The second part comes after an exchange of the counts, and without a further request of the tenant. */
    @Test
    @EnabledIf(value = "dev.coppice.support.Databases#areOnServer", disabledReason = "the server locks the file of H2")
    void bytesOfAnUnfinishedBodyAreStored() throws Exception {
        writer.put(SESSION, "s").send().expect(201);
        var body = batch(message("m0", "x".repeat(300_000))).getBytes(StandardCharsets.UTF_8);
        int half = body.length / 2;
        try (var sink = new PipedOutputStream();
                var source = new PipedInputStream(sink, body.length)) {
            var answer = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .build()
                    .sendAsync(
                            HttpRequest.newBuilder(SharedServer.server().uri().resolve("/v1/sessions/s/messages"))
                                    .header("Authorization", "Bearer " + writerToken)
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofInputStream(() -> source))
                                    .build(),
                            BodyHandlers.ofString());
            sink.write(body, 0, half);
            sink.flush();
            Await.until("the first part is stored", BOUND, () -> storedBytes() > 0);
            sink.write(body, half, body.length - half);
            sink.close();
            assertEquals(201, answer.get(BOUND.toSeconds(), TimeUnit.SECONDS).statusCode());
        }
        Await.until("the second part is stored", BOUND, () -> storedBytes() == body.length);
    }

    private long storedBytes() throws SQLException {
        try (var connection = Databases.connect(SharedServer.server());
                var query = connection.prepareStatement(
                        "select sum(u.bytes) from tenant_usage u join tenant t on t.id = u.tenant_id where t.name = ?")) {
            query.setString(1, tenant);
            try (var rows = query.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    /** HTTP/2 knows neither {@code Transfer-Encoding} nor a required {@code Content-Length}. */
    @Test
    @WildFlyOnly("needs HTTP/2 without TLS")
    void bytesOfHttp2AreLimited() throws Exception {
        writer.put(SESSION, "s").send().expect(201);
        limit("bytesPerDay", 5000);
        var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        var uri = writer.base().resolve("/v1/sessions/s/messages");
        var request = HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + writerToken);
        // The first request changes the connection to HTTP/2.
        assertEquals(
                HttpClient.Version.HTTP_2,
                client.send(request.GET().build(), BodyHandlers.ofString()).version());
        var statuses = new ArrayList<Integer>();
        for (int i = 0; i < 2; i++) {
            var body = BodyPublishers.ofString(batch(message("m" + i, "x".repeat(3000))));
            var answer = client.send(
                    request.header("Content-Type", "application/json")
                            .POST(BodyPublishers.fromPublisher(body))
                            .build(),
                    BodyHandlers.ofString());
            assertEquals(HttpClient.Version.HTTP_2, answer.version());
            statuses.add(answer.statusCode());
        }
        assertEquals(List.of(201, 429), statuses);
    }

    @Test
    @WildFlyOnly("sends lengths that another server may refuse itself")
    void zerosBeforeTheLengthHideNoBytes() {
        writer.put(SESSION, "s").send().expect(201);
        limit("bytesPerDay", 1000);
        var body = batch(message("m0", "x".repeat(3000)));
        assertEquals(429, RawHttp.status(post("0".repeat(30) + body.length(), body)));
    }

    /** Posts messages to the session {@code s} of the tenant with this {@code Content-Length}. */
    private String post(String length, String body) {
        return RawHttp.exchange(
                SharedServer.server(),
                ("POST /v1/sessions/s/messages HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer "
                                + writerToken + "\r\nContent-Type: application/json\r\nContent-Length: " + length
                                + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @WildFlyOnly("sends lengths that another server may refuse itself")
    void lengthThatNoRequestMayHaveIsNotCounted() {
        writer.put(SESSION, "s").send().expect(201);
        for (int i = 0; i < 12; i++) {
            assertEquals(413, RawHttp.status(post("9".repeat(18), "{")));
        }
        limit("bytesPerDay", 5000);
        long used = api().get(TENANT, tenant)
                .send()
                .expect(200)
                .json()
                .at("/used/bytesToday")
                .asLong();
        assertTrue(used < 1000, used + " bytes are counted");
        writer.post(MESSAGES, "s").json(batch(message("m0", "hi"))).send().expect(201);
    }

    @Test
    void countedBytesAreShown() {
        writer.put(SESSION, "s").send().expect(201);
        writer.post(MESSAGES, "s")
                .json(batch(message("m0", "x".repeat(3000))))
                .send()
                .expect(201);
        Await.until("the bytes are counted", BOUND, () -> {
            long bytes = api().get(TENANT, tenant)
                    .send()
                    .expect(200)
                    .json()
                    .at("/used/bytesToday")
                    .asLong();
            return bytes > 3000 && bytes < 5000;
        });
    }

    @Test
    void numberOfSessionsIsLimited() {
        limit("sessions", 2);
        writer.put(SESSION, "s1").send().expect(201);
        // What is refused anyhow does not count.
        writer.post("/v1/sessions").json(Json.object("id", "s1")).send().problem(409, "session-exists");
        writer.put(SESSION, "s2").send().expect(201);
        refused(writer.put(SESSION, "s3").send(), 60);
        refused(writer.post("/v1/sessions/{}/fork", "s1").send(), 60);
        writer.put(SESSION, "s2").send().expect(200);
        writer.delete(SESSION, "s1").send().expect(204);
        Await.until(
                "the deleted session does not count",
                BOUND,
                () -> writer.put(SESSION, "s3").send().status() == 201);
        Await.until("two sessions are counted", BOUND, () -> api().get(TENANT, tenant)
                .send()
                .expect(200)
                .json()
                .at("/used/sessions")
                .toString()
                .equals("2"));
    }

    @Test
    void modelCallsOfADayAreLimited() {
        limit("modelCallsPerDay", 1);
        SharedServer.model();
        writer.put("/v1/agents/{}", "a")
                .json("{\"compaction\":{\"summarizer\":\"llm\"}}")
                .send()
                .expect(201);
        writer.put(SESSION, "s").json(Json.object("agent", "a")).send().expect(201);
        append(writer, "s", 0);
        // The model answers or fails: the call counts either way.
        var keepLittle = "{\"protectHead\":1,\"tailTokenBudget\":100,\"minTailMessages\":1}";
        var first = writer.post("/v1/sessions/{}/compact", "s").json(keepLittle).send();
        assertTrue(first.status() == 200 || first.status() == 502, first.toString());
        append(writer, "s", 20);
        refused(writer.post("/v1/sessions/{}/compact", "s").json(keepLittle).send(), 86_400);
        assertEquals(
                "1",
                api().get(TENANT, tenant)
                        .send()
                        .expect(200)
                        .json()
                        .at("/used/modelCallsToday")
                        .toString());
    }

    /** Appends twenty long messages, the first of which has this number. */
    private static void append(Api api, String session, int first) {
        var messages = new String[20];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = message("m" + (first + i), i % 2 == 0 ? "user" : "assistant", "word ".repeat(500));
        }
        api.post(MESSAGES, session).json(batch(messages)).send().expect(201);
    }

    @Test
    void quotasAreReplacedAndFallBackToTheSettings() {
        var set = limit("requestsPerSecond", 1000, "sessions", 5);
        assertEquals("1000", set.json().at("/limits/requestsPerSecond").toString());
        assertEquals("5", set.json().at("/quotas/sessions").toString());
        assertNull(set.at("/quotas/bytesPerDay"));
        assertEquals("0", set.json().at("/limits/bytesPerDay").toString());
        var again = limit("bytesPerDay", 0);
        assertNull(again.at("/quotas/requestsPerSecond"));
        assertEquals("0", again.json().at("/limits/sessions").toString());
        assertEquals(again.text(), api().get(TENANT, tenant).send().expect(200).text());
    }

    @Test
    void changeOfQuotasIsInTheAuditLog() {
        limit("sessions", 7);
        var admin = api().as(token(tenant, "admin"));
        var entry = admin.get("/v1/admin/audit")
                .send()
                .expect(200)
                .text()
                .lines()
                .filter(line -> line.contains("tenant.changed"))
                .map(Json::parse)
                .findFirst()
                .orElseThrow();
        assertEquals(tenant, Json.text(entry.path("target")));
        assertEquals("7", entry.at("/details/sessions").toString());
    }

    @Test
    void onlyTheOperatorChangesQuotas() {
        var admin = api().as(token(tenant, "admin"));
        admin.get(TENANT, tenant).send().expect(200);
        admin.put(TENANT, tenant).json("{\"sessions\":9}").send().problem(403, "forbidden");
        var foreign = admin.get(TENANT, "default").send().problem(404, "tenant-not-found");
        assertEquals(foreign.text(), admin.get(TENANT, unique("none")).send().text());
        writer.get(TENANT, tenant).send().problem(403, "forbidden");
        api().get(TENANT, unique("none")).send().problem(404, "tenant-not-found");
    }

    @Test
    void invalidQuotasAreRefused() {
        api().put(TENANT, tenant).json("{\"sessions\":-1}").send().problem(400, "out-of-range");
        api().put(TENANT, tenant).json("{\"requestsPerSecond\":1000001}").send().problem(400, "out-of-range");
        api().put(TENANT, tenant).json("{\"tokens\":1}").send().problem(400, "unknown-field");
        api().put(TENANT, " a").json("{}").send().problem(422, "invalid-id");
    }
}
