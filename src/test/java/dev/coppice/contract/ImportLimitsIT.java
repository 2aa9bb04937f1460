package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.HttpCall;
import dev.coppice.support.LimitedServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Imports with settings of their own: a limit of bytes, and other rates of files. */
@DatabaseNeutral
@ExtendWith(LimitedServer.class)
class ImportLimitsIT extends Contract {

    /** The export of a session with this id that is not stored. */
    private static String exported(Api api, String id) {
        api.put(SESSION, id).send().expect(201);
        api.post(MESSAGES, id).json(batch(message("m0", "x"))).send().expect(201);
        var lines = api.get(SESSION + "/export", id).send().expect(200).text();
        api.delete(SESSION, id).send().expect(204);
        return lines;
    }

    /** Empty lines are ignored. */
    private static String ofLength(String lines, int length) {
        return lines + "\n".repeat(length - lines.getBytes(StandardCharsets.UTF_8).length);
    }

    private static HttpCall load(Api api, String lines) {
        return api.post("/v1/imports").body("application/jsonl", lines.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void fileWithTooLargeLengthIsRefusedWhole() {
        var api = LimitedServer.api();
        var id = unique("s");
        var lines = exported(api, id);
        var tooLong = ofLength(lines, LimitedServer.MAX_IMPORT_BYTES + 1);
        load(api, tooLong).send().problem(413, "too-large");
        load(api, tooLong).header("Accept", "text/event-stream").send().problem(413, "too-large");
        api.get(SESSION, id).send().problem(404, "session-not-found");
        load(api, ofLength(lines, LimitedServer.MAX_IMPORT_BYTES)).send().expect(200);
        api.get(SESSION, id).send().expect(200);
    }

    @Test
    void importOfUnknownLengthEndsAtLimit() {
        var api = LimitedServer.api();
        var id = unique("s");
        var tooLong = ofLength(exported(api, id), LimitedServer.MAX_IMPORT_BYTES + 1);
        load(api, tooLong).chunked().send().problem(413, "too-large");
        api.get(SESSION, id).send().expect(200);
        var events = load(api, tooLong)
                .chunked()
                .header("Accept", "text/event-stream")
                .send()
                .expect(200)
                .text();
        assertTrue(events.contains("event: problem\ndata: {\"type\":\"urn:coppice:problem:too-large\""), events);
    }

    /** Another counter may have counted them. So they are not counted again, even if this server has its own rates. */
    @Test
    void messagesKeepTokensOfFile() {
        var api = LimitedServer.api();
        var id = unique("s");
        var lines = exported(api, id).replaceFirst("\"tokens\":\\d+,\"message\"", "\"tokens\":77,\"message\"");
        load(api, lines).send().expect(200);
        assertEquals(77, api.get(MESSAGE, id, "m0").send().expect(200).number("/tokens"));
        assertEquals(77, api.get(SESSION, id).send().expect(200).number("/tokens"));
    }
}
