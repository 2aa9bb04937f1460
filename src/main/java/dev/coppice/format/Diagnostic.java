package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * Reports something that was repaired in a view of a history, or could not be converted to another format.
 *
 * @param messageId of the message with the call, the result or the part
 * @param toolCallId null for a call without an id, and when no call is concerned
 * @param detail in words; null when there is no more to say
 */
public record Diagnostic(Kind kind, String messageId, String toolCallId, String detail) implements JsonBody {
    /** What was repaired or left out. */
    public enum Kind {
        /** A call without a result got one that says that it was interrupted. */
        CALL_WITHOUT_RESULT("call-without-result"),
        /** A result was left out because no open call waits for it. */
        RESULT_WITHOUT_CALL("result-without-call"),
        /** The format cannot represent a part: a file of a user is mentioned instead, anything else is left out. */
        PART_LEFT_OUT("part-left-out"),
        /** Reasoning was left out because only the provider that made it can read it. */
        REASONING_LEFT_OUT("reasoning-left-out"),
        /** A message without content was left out. */
        EMPTY_MESSAGE("empty-message"),
        /** Messages before the first one of a user were left out: a conversation begins with the user. */
        BEFORE_FIRST_USER("before-first-user"),
        /** The provider does not accept the role at this place; the message got the role of the user. */
        ROLE_CHANGED("role-changed"),
        /** The id of a call or the name of a tool was replaced: it was not valid for the provider, or the id not unique. */
        RENAMED("renamed"),
        /** Arguments that are not an object became the member {@code input} of one. */
        INPUT_WRAPPED("input-wrapped");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** The name of this kind in answers. */
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
