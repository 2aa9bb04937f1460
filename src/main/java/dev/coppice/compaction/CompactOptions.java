package dev.coppice.compaction;

import dev.coppice.Ids;
import dev.coppice.agent.CompactionSpec;
import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;

/**
 * Options of one compaction, all of which may be null. The history that is compacted has three parts: a head and a
 * tail, which are kept, and the messages between them, which are summarized.
 *
 * @param leafId id of the last message of the path to compact, inclusive; null for the session's leaf
 * @param protectHead number of messages of the head; null for the agent's value
 * @param tailTokenBudget maximum tokens of the tail; null for the agent's value
 * @param minTailMessages minimum number of messages of the tail, even if they exceed {@code tailTokenBudget}; null for
 *     the agent's value
 */
public record CompactOptions(String leafId, Integer protectHead, Integer tailTokenBudget, Integer minTailMessages) {
    /** No options: compacts the path to the session's leaf (the message appended last) with the agent's values. */
    public static final CompactOptions NONE = new CompactOptions(null, null, null, null);

    /**
     * Reads a request body, a JSON object such as {@code {"protectHead":2}}. Returns {@link #NONE} for an empty body; a
     * member that is null counts as absent. Throws 400 {@code malformed} if the body is no JSON object, a value has the
     * wrong type or a name occurs twice, 400 {@code unknown-field} if a member is unknown, 400 {@code out-of-range} if
     * a number is outside the range that an agent's {@code compaction} allows for the same member, 422
     * {@code invalid-id} if {@code leafId} is invalid.
     */
    static CompactOptions read(byte[] body) {
        if (body.length == 0) {
            return NONE;
        }
        var reader = new Reader(JsonInput.of(body));
        Envelope.document(reader.in, reader::member);
        return new CompactOptions(reader.leafId, reader.head, reader.tail, reader.minTail);
    }

    private static final class Reader {
        private final JsonInput in;
        private String leafId;
        private Integer head;
        private Integer tail;
        private Integer minTail;

        Reader(JsonInput in) {
            this.in = in;
        }

        Runnable member(String member) {
            return switch (member) {
                case "leafId" -> () -> leafId = Ids.check(in.string(), in.pointer());
                case "protectHead" -> () -> head = (int) in.integer(0, CompactionSpec.MAX_MESSAGES);
                case "tailTokenBudget" -> () -> tail = (int) in.integer(0, CompactionSpec.MAX_TOKENS);
                case "minTailMessages" -> () -> minTail = (int) in.integer(0, CompactionSpec.MAX_MESSAGES);
                default -> in.unknown();
            };
        }
    }
}
