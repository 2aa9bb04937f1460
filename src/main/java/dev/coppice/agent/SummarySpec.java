package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import java.io.IOException;

/**
 * Settings for the running summaries of an agent's sessions. Immutable.
 *
 * @param every number of new messages after which a session's summary is updated; 0 to update on request only
 * @param tokens approximate target length of a summary, in tokens
 */
public record SummarySpec(int every, int tokens) implements JsonBody {
    /**
     * The settings of an agent that declares {@code "summary": true}. They also apply to sessions without an agent, and
     * to sessions whose agent declares no summary.
     */
    public static final SummarySpec DEFAULT = new SummarySpec(1, 500);

    static final int MAX_EVERY = 10_000;

    private static final int MIN_TOKENS = 100;
    private static final int MAX_TOKENS = 10_000;

    /**
     * Reads the settings. The reader must be at their value: an object, {@code true} for {@link #DEFAULT}, or
     * {@code false} for none. Returns null for none. Throws 400 {@code malformed} if a value has the wrong type or a
     * name occurs twice, 400 {@code unknown-field} if a member is unknown, 400 {@code out-of-range} if a number is
     * outside its limits.
     */
    static SummarySpec read(JsonInput in) {
        if (!in.atObject()) {
            return in.bool() ? DEFAULT : null;
        }
        var reader = new Reader();
        Envelope.object(in, member -> reader.member(in, member));
        return new SummarySpec(reader.every, reader.tokens);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("every", every);
        out.writeNumberField("tokens", tokens);
        out.writeEndObject();
    }

    private static final class Reader {
        private int every = DEFAULT.every;
        private int tokens = DEFAULT.tokens;

        Runnable member(JsonInput in, String member) {
            return switch (member) {
                case "every" -> () -> every = (int) in.integer(0, MAX_EVERY);
                case "tokens" -> () -> tokens = (int) in.integer(MIN_TOKENS, MAX_TOKENS);
                default -> in.unknown();
            };
        }
    }
}
