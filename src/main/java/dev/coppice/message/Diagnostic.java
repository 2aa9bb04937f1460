package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * What was repaired in a view of a history.
 *
 * @param messageId of the message with the call, or with the result
 * @param toolCallId null for a call that has no id
 */
public record Diagnostic(Kind kind, String messageId, String toolCallId) implements JsonBody {
    /** What was wrong. */
    public enum Kind {
        /** The call got a result that says that it was interrupted. */
        CALL_WITHOUT_RESULT("call-without-result"),
        /** The result was left out: no call waits for it, or not any more. */
        RESULT_WITHOUT_CALL("result-without-call");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** As it stands in answers. */
        public String word() {
            return word;
        }
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("kind", kind.word);
        out.writeStringField("messageId", messageId);
        out.writeStringField("toolCallId", toolCallId);
        out.writeEndObject();
    }
}
