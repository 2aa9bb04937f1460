package dev.coppice.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * Report of one change that was made to a history before a client read it: a repair of tool calls, or a change to
 * content that could not be converted to the requested format. Clients get the report as JSON.
 *
 * @param kind what was changed
 * @param messageId id of the stored message that was changed or left out; if several were left out, id of the first one
 * @param toolCallId id of the tool call; null if the change affects no call, or a call without an id
 * @param detail description in English; null if there are no details
 */
public record Diagnostic(Kind kind, String messageId, String toolCallId, String detail) implements JsonBody {
    /** Kinds of changes that are made when a history is read. */
    public enum Kind {
        /** A call had no result; a result was added that says the call was interrupted. */
        CALL_WITHOUT_RESULT("call-without-result"),
        /** A tool result was left out because no earlier call with its id was still waiting for a result. */
        RESULT_WITHOUT_CALL("result-without-call"),
        /**
         * A part was left out because the format cannot represent it. A text mentions a file that was left out of a
         * user message or of a tool's output.
         */
        PART_LEFT_OUT("part-left-out"),
        /**
         * Reasoning was left out, because the format or its provider does not accept it, or does not accept it at the
         * end of a message.
         */
        REASONING_LEFT_OUT("reasoning-left-out"),
        /** A message without content, or with blank texts only, was left out. */
        EMPTY_MESSAGE("empty-message"),
        /** Messages before the first user message were left out, because a conversation must begin with the user. */
        BEFORE_FIRST_USER("before-first-user"),
        /** The provider does not accept the message's role at this place, so the message got the role {@code user}. */
        ROLE_CHANGED("role-changed"),
        /**
         * The id of a call or the name of a tool was replaced, because the provider does not accept it or because the
         * id occurs twice.
         */
        RENAMED("renamed"),
        /** Arguments of a call that were not a JSON object were wrapped in an object as its member {@code input}. */
        INPUT_WRAPPED("input-wrapped");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** Returns the name of this kind in API responses, for example {@code call-without-result}. */
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
