package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import dev.coppice.json.Nullable;
import java.io.IOException;

/**
 * How the sessions of an agent are compacted. Immutable.
 *
 * @param summarizer the name of a bean
 * @param compactAfter tokens of the visible history and the prompt beyond which it happens by itself, or null for never
 * @param protectHead messages at the beginning that stay
 * @param tailTokenBudget tokens at the end that stay
 * @param minTailMessages messages at the end that stay in any case
 * @param sync true when an append waits for it
 */
public record CompactionSpec(
        String summarizer,
        Integer compactAfter,
        int protectHead,
        int tailTokenBudget,
        int minTailMessages,
        boolean sync)
        implements JsonBody {
    /** What an agent has that says nothing, and a session without an agent. */
    public static final CompactionSpec DEFAULT = new CompactionSpec("extractive", null, 3, 20_000, 2, false);

    private static final int MAX_TOKENS = 1_000_000_000;
    private static final int MAX_MESSAGES = 1_000_000;

    /** The settings at the reader's place; null is {@link #DEFAULT}, and so is each member that is null or missing. */
    static CompactionSpec read(JsonInput in) {
        return in.isNull() ? DEFAULT : new Reader().read(in);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("summarizer", summarizer);
        Nullable.number(out, "compactAfter", compactAfter);
        out.writeNumberField("protectHead", protectHead);
        out.writeNumberField("tailTokenBudget", tailTokenBudget);
        out.writeNumberField("minTailMessages", minTailMessages);
        out.writeStringField("mode", sync ? "sync" : "async");
        out.writeEndObject();
    }

    private static final class Reader {
        private String summarizer = DEFAULT.summarizer;
        private Integer after;
        private int head = DEFAULT.protectHead;
        private int tail = DEFAULT.tailTokenBudget;
        private int minTail = DEFAULT.minTailMessages;
        private boolean sync;

        CompactionSpec read(JsonInput in) {
            in.object(member -> {
                if (!in.isNull()) {
                    member(in, member);
                } else if (!isKnown(member)) {
                    in.unknown();
                }
            });
            return new CompactionSpec(summarizer, after, head, tail, minTail, sync);
        }

        private static boolean isKnown(String member) {
            return switch (member) {
                case "summarizer", "compactAfter", "protectHead", "tailTokenBudget", "minTailMessages", "mode" -> true;
                default -> false;
            };
        }

        private void member(JsonInput in, String member) {
            switch (member) {
                case "summarizer" -> summarizer = Ids.check(in.string(), in.pointer());
                case "compactAfter" -> after = (int) in.integer(1, MAX_TOKENS);
                case "protectHead" -> head = (int) in.integer(0, MAX_MESSAGES);
                case "tailTokenBudget" -> tail = (int) in.integer(0, MAX_TOKENS);
                case "minTailMessages" -> minTail = (int) in.integer(0, MAX_MESSAGES);
                case "mode" -> sync = sync(in.string(), in.pointer());
                default -> in.unknown();
            }
        }

        private static boolean sync(String word, String where) {
            if (!word.equals("sync") && !word.equals("async")) {
                throw Problem.at(where, Code.INVALID, "A compaction's mode is sync or async.");
            }
            return word.equals("sync");
        }
    }
}
