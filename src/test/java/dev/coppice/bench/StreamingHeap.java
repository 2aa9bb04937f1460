package dev.coppice.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads the longest history once and measures the heap that the server needs meanwhile. */
final class StreamingHeap {

    private static final double MEGABYTE = 1024 * 1024;

    private StreamingHeap() {}

    /**
     * Compares the server's live heap before the request with that at three points of the response, while the client does
     * not read. Only live objects are counted.
     */
    static void measure(BenchContext context) throws Exception {
        int size = Scale.size(100_000);
        var path = "/v1/sessions/" + Histories.longest() + "/history";
        long before = context.server().liveHeap();
        long highest = before;
        int count = 0;
        try (var body = context.client().stream(path);
                var json = new JsonFactory().createParser(body)) {
            toMessages(json);
            while (json.nextToken() == JsonToken.START_OBJECT) {
                json.skipChildren();
                count++;
                if (count == size / 4 || count == size / 2 || count == size * 3 / 4) {
                    highest = Math.max(highest, context.server().liveHeap());
                }
            }
        }
        if (count < size) {
            context.report().note("**The history of " + size + " messages returned " + count + ".**");
        }
        var operation = "history of " + Histories.label(count) + ": additional live heap";
        context.report().target(operation, Math.max(0, highest - before) / MEGABYTE, 64, " MB");
    }

    private static void toMessages(JsonParser json) throws IOException {
        json.nextToken();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            var name = json.currentName();
            json.nextToken();
            if (name.equals("messages")) {
                return;
            }
            json.skipChildren();
        }
        throw new IOException("The response has no member messages");
    }
}
