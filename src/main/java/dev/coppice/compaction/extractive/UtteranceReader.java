package dev.coppice.compaction.extractive;

import dev.coppice.format.MessageText;
import dev.coppice.format.ParsedMessage;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;

/** Reads the speaker, day and text of a stored message of any format. Takes time linear in the message's length. */
final class UtteranceReader {
    private static final int MAX_NAME = 40;
    private static final String UNKNOWN = "unknown";

    private UtteranceReader() {}

    /**
     * Reads a message from its JSON as stored. For a deleted message, which has an empty body, returns an utterance
     * without text.
     */
    static Utterance read(byte[] json) {
        var message = ParsedMessage.of(json);
        var role = label(message.role(), UNKNOWN);
        var speaker = message.senderNames().stream()
                .map(name -> label(name, ""))
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse(role);
        var tools =
                message.calledTools().stream().map(tool -> label(tool, "tool")).toList();
        return new Utterance(
                role, speaker, day(message), MessageText.of(message).said(), tools);
    }

    private static String day(ParsedMessage message) {
        try {
            return message.createdAt()
                    .map(millis -> Instant.ofEpochMilli(millis)
                            .atOffset(ZoneOffset.UTC)
                            .toLocalDate()
                            .toString())
                    .orElse("");
        } catch (DateTimeException e) {
            return ""; // A time beyond the calendar has no day.
        }
    }

    /**
     * Returns a text as one line of at most 40 characters. Removes colons, commas and parentheses, because summaries
     * use them as punctuation. If nothing is left, returns {@code otherwise}.
     *
     * @param text a name or role of any length, as a client sent it
     * @param otherwise the text to return instead of an empty one
     */
    private static String label(String text, String otherwise) {
        var line = Sentences.line(text)
                .replace(":", "")
                .replace(",", "")
                .replace("(", "")
                .replace(")", "");
        var label = Sentences.cut(line.strip(), MAX_NAME);
        return label.isEmpty() ? otherwise : label;
    }
}
