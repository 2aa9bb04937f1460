package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.HttpAnswer;
import dev.coppice.support.Json;
import dev.coppice.support.ParallelClients;
import dev.coppice.support.RawHttp;
import dev.coppice.support.SharedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of size, depth and number: input up to a limit is stored byte for byte, larger input is refused in time. */
@DatabaseNeutral
@RunsAlone("bounds the time of requests")
class LimitsIT extends Contract {

    private static final int MESSAGE_LIMIT = 4 << 20;
    private static final int BODY_LIMIT = 16 << 20;

    /** Returns a message of exactly {@code bytes} bytes; its text is random, so that it cannot be compressed well. */
    private static String messageOfSize(String id, int bytes) {
        var overhead = message(id, "").getBytes(StandardCharsets.UTF_8).length;
        var text = new StringBuilder(bytes);
        var random = ThreadLocalRandom.current();
        for (var i = overhead; i < bytes; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return message(id, text.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1 << 10, 1 << 16, 1 << 20, MESSAGE_LIMIT - 1, MESSAGE_LIMIT})
    void messageUpToLimitIsStoredByteForByte(int bytes) {
        var session = session();
        var sent = messageOfSize("a", bytes);
        assertEquals(bytes, sent.length());
        append(session, sent).expect(201);
        for (var answer :
                new HttpAnswer[] {history(session), entry(session, "a").expect(200)}) {
            var at = answer.text().indexOf("{\"id\":\"a\"");
            var body = Arrays.copyOfRange(answer.body(), at, at + bytes);
            assertArrayEquals(sent.getBytes(StandardCharsets.UTF_8), body);
        }
    }

    @Test
    void messageBeyondLimitIsRefused() {
        var session = session();
        append(session, messageOfSize("a", MESSAGE_LIMIT + 1)).problem(413, "too-large");
        append(session, message("ok", "ok"), messageOfSize("a", MESSAGE_LIMIT + 1))
                .problem(413, "too-large");
        api().put(MESSAGE, session, "a")
                .json(messageOfSize("a", MESSAGE_LIMIT + 1))
                .send()
                .problem(413, "too-large");
        assertEquals(0, get(session).number("/messageCount"));
    }

    @Test
    void chunkedBodyUpToLimitIsAccepted() {
        var session = session();
        var messages = new String[] {
            messageOfSize("a", MESSAGE_LIMIT),
            messageOfSize("b", MESSAGE_LIMIT),
            messageOfSize("c", MESSAGE_LIMIT),
            messageOfSize("d", MESSAGE_LIMIT - 1_000)
        };
        api().post(MESSAGES, session).json(batch(messages)).chunked().send().expect(201);
        assertEquals(4, get(session).number("/messageCount"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bodyBeyondLimitIsRefused(boolean chunked) {
        var session = session();
        var body = batch(Stream.of("a", "b", "c", "d", "e")
                .map(id -> messageOfSize(id, MESSAGE_LIMIT))
                .toArray(String[]::new));
        // A client that keeps sending after the refusal may get a closed connection instead of the answer.
        var request = api().post(MESSAGES, session).json(body);
        try {
            (chunked ? request.chunked() : request).send().problem(413, "too-large");
        } catch (java.io.UncheckedIOException closed) {
            assertTrue(closed.getCause() instanceof IOException, closed.toString());
        }
        assertEquals(0, get(session).number("/messageCount"));
    }

    @Test
    void contentLengthBeyondLimitIsRefusedBeforeReadingBody() {
        var started = System.nanoTime();
        var answer = RawHttp.request(
                SharedServer.server(),
                "POST /v1/sessions/" + session() + "/messages",
                "Content-Type: application/json",
                "Content-Length: " + (100L << 20));
        assertEquals(413, RawHttp.status(answer), answer);
        assertTrue(answer.contains("too-large"), answer);
        assertTrue(Duration.ofNanos(System.nanoTime() - started).toSeconds() < 60);
    }

    @Test
    void metadataHasItsOwnSizeLimit() {
        create(Json.object("metadata", Json.object("k", "x".repeat(1 << 20)))).problem(413, "too-large");
        var id = session();
        api().put(SESSION + "/metadata", id)
                .json(Json.object("k", "x".repeat(1 << 20)))
                .send()
                .problem(413, "too-large");
        create(Json.object("metadata", Json.object("k", "x".repeat(500_000)))).expect(201);
    }

    @Test
    void compressedBodyIsRefused() throws IOException {
        var bomb = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bomb)) {
            gzip.write(new byte[64 << 20]);
        }
        var answer = api().post(MESSAGES, session())
                .body("application/json", bomb.toByteArray())
                .header("Content-Encoding", "gzip")
                .send();
        assertTrue(answer.status() == 415 || answer.status() == 400, answer.toString());
    }

    @Test
    void eightLargeMessagesAreAppendedConcurrently() {
        var sessions = Stream.generate(Contract::session).limit(8).toArray(String[]::new);
        var sent = messageOfSize("a", MESSAGE_LIMIT);
        ParallelClients.of(8, i -> retryWhileBusy(201, () -> append(sessions[i], sent)));
        ParallelClients.of(8, i -> {
            assertTrue(history(sessions[i]).text().contains(sent));
            return null;
        });
    }

    static Stream<String> bombs() {
        var depth = 100_000;
        var keys = new StringBuilder("{");
        for (var i = 0; i < 300_000; i++) {
            keys.append(i == 0 ? "" : ",").append("\"k").append(i).append("\":0");
        }
        return Stream.of(
                "[".repeat(depth) + "]".repeat(depth),
                "{\"a\":".repeat(depth) + "1" + "}".repeat(depth),
                "[".repeat(depth),
                "[{\"a\":".repeat(depth),
                keys.append("}").toString(),
                "1".repeat(900_000),
                "-0." + "1".repeat(900_000),
                "1e999999999",
                "-1e-999999999",
                "\"" + "\\u0000".repeat(100_000) + "\"");
    }

    @ParameterizedTest(name = "bomb {index}")
    @MethodSource("bombs")
    void jsonBombsAreAnsweredInTimeAtAnyPosition(String bomb) {
        var session = session();
        var bodies = new String[] {
            bomb,
            "{\"messages\":" + bomb + "}",
            batch(bomb),
            batch("{\"role\":\"user\",\"content\":\"x\",\"deep\":" + bomb + "}"),
            batch("{\"role\":\"user\",\"content\":" + bomb + "}"),
            "{\"parentId\":" + bomb + ",\"messages\":[" + message("a", "a") + "]}",
            "{\"unknown\":" + bomb + "}"
        };
        for (var body : bodies) {
            assertAnsweredInTime(() -> appendRaw(session, body));
        }
        assertAnsweredInTime(() ->
                api().post("/v1/sessions").json("{\"metadata\":" + bomb + "}").send());
        assertAnsweredInTime(() ->
                api().post("/v1/sessions").json("{\"ttlSeconds\":" + bomb + "}").send());
        assertAnsweredInTime(() -> api().put(SESSION + "/metadata", session)
                .json("{\"k\":" + bomb + "}")
                .send());
        assertAnsweredInTime(() -> api().patch(SESSION + "/metadata", session)
                .json("{\"k\":" + bomb + "}")
                .send());
        assertAnsweredInTime(() -> api().post(SESSION + "/usage", session)
                .json("{\"cost\":" + bomb + "}")
                .send());
    }

    @Test
    void hugeNumbersAreComparedInTime() {
        var digits = "7".repeat(1_000_000);
        for (var number : new String[] {digits, "0." + digits, "1e999999999", digits + "e-999999999"}) {
            var session = session();
            var body = batch("{\"id\":\"a\",\"role\":\"user\",\"content\":\"x\",\"n\":" + number + "}");
            var other = body.replace("\"n\":" + number, "\"n\":" + number.replaceFirst("[71]", "8"));
            assertAnsweredInTime(() -> appendRaw(session, body));
            // The repeated message is compared with the stored one.
            assertAnsweredInTime(() -> appendRaw(session, body));
            assertAnsweredInTime(() -> {
                var answer = appendRaw(session, other);
                assertTrue(answer.status() >= 400, answer.toString());
                return answer;
            });
        }
    }

    /** Asserts no server error and time linear in size: a quadratic parser needs minutes, a busy machine seconds. */
    private static void assertAnsweredInTime(Supplier<HttpAnswer> call) {
        var answer = call.get();
        var millis = answer.took().toMillis();
        assertTrue(answer.status() < 500, answer.toString());
        assertTrue(millis < 60_000, millis + " ms: " + answer);
    }

    @Test
    void nestingIsLimited() {
        var session = session();
        var message = "{\"id\":\"%s\",\"role\":\"user\",\"content\":\"x\",\"deep\":%s}";
        append(session, message.formatted("a", "[".repeat(950) + "]".repeat(950)))
                .expect(201);
        append(session, message.formatted("b", "[".repeat(1_050) + "]".repeat(1_050)))
                .problem(400, "malformed");
        var metadata = "{\"metadata\":{\"k\":%s}}";
        api().post("/v1/sessions")
                .json(metadata.formatted("[".repeat(950) + "]".repeat(950)))
                .send()
                .expect(201);
        api().post("/v1/sessions")
                .json(metadata.formatted("[".repeat(1_050) + "]".repeat(1_050)))
                .send()
                .problem(400, "malformed");
        api().post("/v1/sessions")
                .json("{\"name\":" + "[".repeat(100) + "]".repeat(100) + "}")
                .send()
                .expect(400);
    }

    @Test
    void veryLongQueryIsNoServerError() {
        for (var query : new String[] {
            "cursor=" + "x".repeat(1 << 20),
            "a=b&".repeat(100_000),
            "id=x&".repeat(10_000) + "id=y",
            "userId=" + "x".repeat(100_000)
        }) {
            var status = RawHttp.status(RawHttp.request(SharedServer.server(), "GET /v1/sessions?" + query));
            assertTrue(status < 500, "" + status);
        }
        api().get("/v1/sessions").send().expect(200);
    }

    @Test
    void hugeHeaderIsRefused() {
        var status = RawHttp.status(
                RawHttp.request(SharedServer.server(), "GET /v1/sessions", "X-Large: " + "x".repeat(2 << 20)));
        assertTrue(status == 0 || (status >= 400 && status < 500), "" + status);
        var statusAfter = RawHttp.status(RawHttp.request(SharedServer.server(), "GET /health/ready", "X-Other: y"));
        assertEquals(200, statusAfter);
    }

    @Test
    void deleteAcceptsHundredsOfIds() {
        var session = sessionWithMessages(300);
        var call = api().delete(MESSAGES, session);
        for (var i = 0; i < 300; i++) {
            call.query("id", "m" + i);
        }
        assertEquals(300, call.send().expect(200).json().path("deleted").size());
        assertEquals(0, get(session).number("/messageCount"));
    }
}
