package dev.coppice.format;

import dev.coppice.support.Json;
import java.util.ArrayList;

/** Reads a message and converts it to every format, for fuzzing. */
public final class MessageParsing {
    private MessageParsing() {}

    /** Reads a message. Throws a {@link dev.coppice.Problem} if it is refused; fails if a conversion is no JSON. */
    public static void parse(byte[] json) {
        var message = MessageBody.of(json).completed("id", 0);
        message.fingerprint();
        MessageItems.of(message.json()).items().forEach(item -> Json.parse(item.json()));
        for (var format : MessageFormat.values()) {
            var conversion = new Conversion(format, true, true);
            var written = new ArrayList<>(conversion.next(message.json()));
            written.addAll(conversion.end());
            written.forEach(Json::parse);
        }
    }
}
