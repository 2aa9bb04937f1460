package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * What was repaired in a view of a history, or could not be carried over into another shape.
 *
 * @param messageId of the message with the call, with the result, or with what is missing
 * @param toolCallId null for a call that has no id, and where no call is meant
 * @param detail in words, or null
 */
public record Diagnostic(Kind kind, String messageId, String toolCallId, String detail) implements JsonBody {
    /** What was wrong. */
    public enum Kind {
        /** The call got a result that says that it was interrupted. */
        CALL_WITHOUT_RESULT("call-without-result"),
        /** The result was left out: no call waits for it, or not any more. */
        RESULT_WITHOUT_CALL("result-without-call"),
        /** The shape has no place for a part: a file is mentioned in its place, anything else left out. */
        PART_LEFT_OUT("part-left-out"),
        /** A model's thoughts, which its provider alone can read again. */
        REASONING_LEFT_OUT("reasoning-left-out"),
        /** There was nothing in the message. */
        EMPTY_MESSAGE("empty-message"),
        /** Messages above the first of a user, with which a conversation begins. */
        BEFORE_FIRST_USER("before-first-user"),
        /** The provider has no such role there: the message is the user's. */
        ROLE_CHANGED("role-changed"),
        /** The id of a call, or the name of a tool, was none for the provider, or not the only one. */
        RENAMED("renamed"),
        /** Arguments that were no object are the member {@code input} of one. */
        INPUT_WRAPPED("input-wrapped");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** As it stands in answers. */
        public String word() {
            return word;
        }
    }

    Diagnostic(Kind kind, String messageId, String toolCallId) {
        this(kind, messageId, toolCallId, null);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("kind", kind.word);
        out.writeStringField("messageId", messageId);
        out.writeStringField("toolCallId", toolCallId);
        if (detail != null) {
            out.writeStringField("detail", detail);
        }
        out.writeEndObject();
    }
}
