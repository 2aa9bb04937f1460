package dev.coppice.compaction;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import dev.coppice.message.CompactionDraft;
import java.io.IOException;
import java.util.List;

/**
 * A planned compaction without its summary: the range of messages to replace, and the input of the summarizer.
 *
 * @param fromMessageId id of the range's first message, inclusive; the id of an earlier summary if the range begins
 *     with one
 * @param toMessageId id of the range's last message, inclusive; the id of an earlier summary if the range ends with one
 * @param draft state of the range when the compaction was planned; {@code Overlays.add} needs it to store a summary
 * @param summarizer name of the bean that the session's agent chooses to write the summary
 * @param request the input of the summarizer
 * @param protectedHead number of messages of the head, which is kept before the range
 * @param protectedTail number of messages of the tail, which is kept at the end of the history
 * @param remaining number of messages between the range and the tail that do not fit into
 *     {@code coppice.compaction.max-bytes}; the next compaction summarizes them
 */
public record CompactionPlan(
        String fromMessageId,
        String toMessageId,
        CompactionDraft draft,
        String summarizer,
        SummaryRequest request,
        int protectedHead,
        int protectedTail,
        int remaining)
        implements JsonBody {
    /** Returns this plan with an empty list of messages. */
    CompactionPlan withoutMessages() {
        var empty = new SummaryRequest(
                request.session(), List.of(), request.previousSummary(), request.targetTokens(), request.model());
        return new CompactionPlan(
                fromMessageId, toMessageId, draft, summarizer, empty, protectedHead, protectedTail, remaining);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("fromMessageId", fromMessageId);
        out.writeStringField("toMessageId", toMessageId);
        out.writeStringField("rangeVersion", draft.rangeVersion());
        out.writeNumberField("messageCount", draft.messages());
        out.writeNumberField("tokensBefore", draft.tokens());
        out.writeNumberField("targetTokens", request.targetTokens());
        out.writeNumberField("protectedHead", protectedHead);
        out.writeNumberField("protectedTail", protectedTail);
        out.writeNumberField("remaining", remaining);
        out.writeStringField("previousSummary", request.previousSummary());
        out.writeArrayFieldStart("messages");
        for (var message : request.messages()) {
            RawJson.write(out, message);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    /** Describes the plan for a log. The description contains no texts of messages. */
    @Override
    public String toString() {
        return "CompactionPlan[" + fromMessageId + " to " + toMessageId + ", " + request + "]";
    }
}
