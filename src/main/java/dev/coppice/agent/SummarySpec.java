package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.io.IOException;

/**
 * That the sessions of an agent have a running summary, and how it is kept. Immutable.
 *
 * @param every new messages after which it is updated by itself, at the end of a turn; 0 for only when asked for
 * @param tokens that it should have, about
 */
public record SummarySpec(int every, int tokens) implements JsonBody {
    /** What {@code true} means, and what a session without an agent has when it is asked for a summary. */
    public static final SummarySpec DEFAULT = new SummarySpec(1, 500);

    static final int MAX_EVERY = 10_000;

    private static final int MIN_TOKENS = 100;
    private static final int MAX_TOKENS = 10_000;

    /** The settings at the reader's place: an object, {@code true} for the default, {@code false} or null for none. */
    static SummarySpec read(JsonInput in) {
        if (in.isNull()) {
            return null;
        }
        if (!in.atObject()) {
            return in.bool() ? DEFAULT : null;
        }
        var numbers = new int[] {DEFAULT.every, DEFAULT.tokens};
        in.object(member -> {
            switch (member) {
                case "every" -> numbers[0] = in.isNull() ? DEFAULT.every : (int) in.integer(0, MAX_EVERY);
                case "tokens" -> numbers[1] = in.isNull() ? DEFAULT.tokens : (int) in.integer(MIN_TOKENS, MAX_TOKENS);
                default -> in.unknown();
            }
        });
        return new SummarySpec(numbers[0], numbers[1]);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("every", every);
        out.writeNumberField("tokens", tokens);
        out.writeEndObject();
    }
}
