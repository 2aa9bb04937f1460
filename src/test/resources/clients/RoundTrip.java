package dev.coppice.client;

import dev.coppice.client.api.MessagesApi;
import dev.coppice.client.api.ReadingApi;
import dev.coppice.client.model.AppendRequest;
import dev.coppice.client.model.NewMessage;
import java.util.List;
import java.util.Map;

/** Uses the generated Java client; ClientsIT compiles it together with the client and calls it. */
public final class RoundTrip {

    private final ApiClient client = new ApiClient();
    private final String session;

    private RoundTrip(String url, String token, String session) {
        client.updateBaseUri(url);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        this.session = session;
    }

    /** Appends four messages to a session that need not exist, reads its history and returns its messages as JSON. */
    public static String run(String url, String token, String session) throws Exception {
        var roundTrip = new RoundTrip(url, token, session);
        roundTrip.append();
        return roundTrip.history();
    }

    private void append() throws Exception {
        var question = new NewMessage()
                .id("q1")
                .role("user")
                .createdAt("2026-03-01T10:00:00.000Z")
                .addPartsItem(Map.of("type", "text", "text", "How warm is Kyoto? \u2603"))
                .putAdditionalProperty("metadata", Map.of("channel", "web", "scores", List.of(1, 2.5, true)));
        var answer = new NewMessage()
                .id("a1")
                .role("assistant")
                .createdAt("2026-03-01T10:00:01.000Z")
                .addPartsItem(Map.of(
                        "type", "tool-weather",
                        "toolCallId", "c1",
                        "state", "output-available",
                        "input", Map.of("city", "Kyoto", "days", 2),
                        "output", Map.of("celsius", List.of(19, 21))))
                .addPartsItem(Map.of("type", "text", "text", "19 \u00b0C."));
        new MessagesApi(client).appendMessages(request(question, answer));
    }
}
