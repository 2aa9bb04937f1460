package dev.coppice.agent;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonBody;
import dev.coppice.json.JsonInput;
import dev.coppice.json.NullableMembers;
import java.io.IOException;

/**
 * Compaction settings of an agent's sessions. Immutable.
 *
 * @param summarizer name of the bean that writes summaries
 * @param compactAfter number of tokens above which a session is compacted automatically, or null for never
 * @param compactBy which token count is compared with {@code compactAfter}; null means {@link CompactBy#ESTIMATE}
 * @param protectHead number of messages at the beginning of the history that are never compacted
 * @param tailTokenBudget number of tokens at the end of the history that are not compacted
 * @param minTailMessages number of messages at the end of the history that are never compacted, even if they have more
 *     tokens than {@code tailTokenBudget}
 * @param sync true if an append waits for the compaction that it triggers, false if the compaction runs in the
 *     background
 */
public record CompactionSpec(
        String summarizer,
        Integer compactAfter,
        CompactBy compactBy,
        int protectHead,
        int tailTokenBudget,
        int minTailMessages,
        boolean sync)
        implements JsonBody {
    /** The default compaction settings of an agent, also used for sessions without an agent. */
    public static final CompactionSpec DEFAULT =
            new CompactionSpec("extractive", null, CompactBy.ESTIMATE, 3, 20_000, 2, false);

    /** Maximum value of each setting that is a number of tokens: far more than any model reads. */
    public static final int MAX_TOKENS = 1_000_000_000;

    /**
     * Maximum value of each setting that is a number of messages: more than a session usually has, so that larger
     * numbers are mistakes.
     */
    public static final int MAX_MESSAGES = 1_000_000;

    public CompactionSpec {
        compactBy = compactBy == null ? CompactBy.ESTIMATE : compactBy;
    }

    /**
     * Reads compaction settings. The reader must be at their value, a JSON object. A missing member has its default.
     * Throws 400 {@code malformed} if a value has the wrong type or a name occurs twice, 400 {@code unknown-field} if a
     * member is unknown, 400 {@code out-of-range} if a number is outside its limits, 422 {@code invalid-id} if the name
     * of the summarizer is invalid, 422 {@code invalid} if another value is invalid.
     */
    static CompactionSpec read(JsonInput in) {
        return new Reader().read(in);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        write(out, true);
    }

    /**
     * Writes the settings as the database stores them. Leaves out {@code compactBy} if it has its default, because the
     * previous release of the server cannot read a row with this member.
     */
    void writeStored(JsonGenerator out) throws IOException {
        write(out, compactBy != CompactBy.ESTIMATE);
    }

    private void write(JsonGenerator out, boolean withCompactBy) throws IOException {
        out.writeStartObject();
        out.writeStringField("summarizer", summarizer);
        NullableMembers.number(out, "compactAfter", compactAfter);
        if (withCompactBy) {
            out.writeStringField("compactBy", compactBy.word());
        }
        out.writeNumberField("protectHead", protectHead);
        out.writeNumberField("tailTokenBudget", tailTokenBudget);
        out.writeNumberField("minTailMessages", minTailMessages);
        out.writeStringField("mode", sync ? "sync" : "async");
        out.writeEndObject();
    }

    private static final class Reader {
        private String summarizer = DEFAULT.summarizer;
        private Integer compactAfter;
        private CompactBy compactBy = DEFAULT.compactBy;
        private int head = DEFAULT.protectHead;
        private int tail = DEFAULT.tailTokenBudget;
        private int minTail = DEFAULT.minTailMessages;
        private boolean sync;

        CompactionSpec read(JsonInput in) {
            Envelope.object(in, member -> member(in, member));
            return new CompactionSpec(summarizer, compactAfter, compactBy, head, tail, minTail, sync);
        }

        private Runnable member(JsonInput in, String member) {
            return switch (member) {
                case "summarizer" -> () -> summarizer = Ids.check(in.string(), in.pointer());
                case "compactAfter" -> () -> compactAfter = (int) in.integer(1, MAX_TOKENS);
                case "compactBy" -> () -> compactBy = CompactBy.of(in.string(), in.pointer());
                case "protectHead" -> () -> head = (int) in.integer(0, MAX_MESSAGES);
                case "tailTokenBudget" -> () -> tail = (int) in.integer(0, MAX_TOKENS);
                case "minTailMessages" -> () -> minTail = (int) in.integer(0, MAX_MESSAGES);
                case "mode" -> () -> sync = sync(in.string(), in.pointer());
                default -> in.unknown();
            };
        }

        private static boolean sync(String word, String pointer) {
            if (!word.equals("sync") && !word.equals("async")) {
                throw Problem.at(pointer, Code.INVALID, "The mode must be sync or async.");
            }
            return word.equals("sync");
        }
    }
}
