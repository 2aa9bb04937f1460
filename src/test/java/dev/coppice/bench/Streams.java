package dev.coppice.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** The longest path read once, message by message: is it all there, and what does the server keep meanwhile? */
final class Streams {

    private static final double MEGABYTE = 1024 * 1024;

    private Streams() {}

    /**
     * The server's live heap before, and at three points in the middle of the answer with the client not reading on. What
     * is dead by then isn't counted: it is there only because nobody needed the memory.
     */
    static void measure(Rig rig) throws Exception {
        int size = Scale.size(100_000);
        var path = "/v1/sessions/" + Histories.longest() + "/history";
        long before = rig.server().liveHeap();
        long most = before;
        int count = 0;
        try (var body = rig.client().stream(path);
                var json = new JsonFactory().createParser(body)) {
            toMessages(json);
            while (json.nextToken() == JsonToken.START_OBJECT) {
                json.skipChildren();
                count++;
                if (count == size / 4 || count == size / 2 || count == size * 3 / 4) {
                    most = Math.max(most, rig.server().liveHeap());
                }
            }
        }
        if (count < size) {
            rig.report().note("**The history of " + size + " messages came back with " + count + ".**");
        }
        var what = "history of " + Histories.label(count) + ", all there: live heap more";
        rig.report().goal(what, Math.max(0, most - before) / MEGABYTE, 64, " MB");
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
        throw new IOException("A history without messages");
    }
}
