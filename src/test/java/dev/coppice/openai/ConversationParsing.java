package dev.coppice.openai;

import dev.coppice.format.MessageItems;
import dev.coppice.fuzz.Refusals;
import jakarta.ws.rs.core.MultivaluedHashMap;
import java.nio.charset.StandardCharsets;

/** Reads requests of OpenAI's Conversations API, for fuzzing. */
public final class ConversationParsing {
    private static final int MAX_ITEMS = 1000;
    private static final int MAX_BYTES = 4 << 20;

    private ConversationParsing() {}

    /** Reads a body as the server does by default and in strict mode, and then as the query of a list. */
    public static void parse(byte[] input) {
        var query = new String(input, StandardCharsets.UTF_8);
        Refusals.each(
                () -> body(input, false), () -> body(input, true), () -> list(query, false), () -> list(query, true));
    }

    /** Reads a body. Fails if the items of an answer are no JSON. */
    private static void body(byte[] body, boolean isStrict) {
        var sent = new ConversationRequest.Reader(isStrict, MAX_ITEMS, MAX_BYTES).read(body);
        if (sent.items() != null) {
            for (var message : sent.items().messages()) {
                var items = MessageItems.of(message.completed("m", 0).json()).items();
                items.forEach(item -> Refusals.checkJson(item.json()));
            }
        }
    }

    private static void list(String query, boolean isStrict) {
        var parameters = new MultivaluedHashMap<String, String>();
        for (var parameter : query.split("&")) {
            var parts = parameter.split("=", 2);
            parameters.add(parts[0], parts.length > 1 ? parts[1] : "");
        }
        ListParameters.metadata(parameters);
        MessageItems.messageOf(ListParameters.of(parameters, isStrict).after() + "");
    }
}
