package dev.coppice.format;

import dev.coppice.Problem;
import dev.coppice.fuzz.Refusals;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a history, repairs it and converts it to every format, for fuzzing. */
public final class HistoryParsing {
    private HistoryParsing() {}

    /**
     * Reads a history: each line that is an accepted message belongs to it. Returns the messages as stored. Fails if a
     * converted message is no JSON.
     */
    public static List<byte[]> parse(byte[] lines) {
        var messages = new ArrayList<byte[]>();
        for (var line : new String(lines, StandardCharsets.UTF_8).split("\n")) {
            try {
                var message = MessageBody.of(line.getBytes(StandardCharsets.UTF_8));
                messages.add(message.completed("m" + messages.size(), 0).json());
            } catch (Problem refused) {
                // Not a message: left out.
            }
        }
        convert(messages);
        return messages;
    }

    /** Repairs and converts stored messages. Fails if the result is no JSON. */
    static void convert(List<byte[]> messages) {
        var repaired = PairRepair.of(messages).messages();
        repaired.forEach(Refusals::checkJson);
        for (var format : MessageFormat.values()) {
            convert(repaired, new Conversion(format, false, true));
            convert(repaired, new Conversion(format, true, false));
        }
        Transcript.of(messages, 1000);
        Transcript.texts(messages, 1000);
    }

    private static void convert(List<byte[]> messages, Conversion conversion) {
        var written = new ArrayList<byte[]>();
        messages.forEach(message -> written.addAll(conversion.next(message)));
        written.addAll(conversion.end());
        written.forEach(Refusals::checkJson);
    }
}
