package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.agent.CompactBy;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import dev.coppice.json.RawJson;
import dev.coppice.json.Times;
import java.io.IOException;

/**
 * A copy of a session's fields. A component that is not set is null. Times are milliseconds since the epoch, in JSON
 * ISO-8601.
 *
 * @param id the session id
 * @param namespace name of the namespace; empty for the default one
 * @param name display name
 * @param agent name of the session's agent
 * @param model name of the model that the session uses
 * @param source name of the system that created the session
 * @param userId the user of the session
 * @param type {@code agent}, {@code team} or {@code workflow}
 * @param parentSessionId id of the session that it was forked or split from, or that the client named at creation
 * @param forkedAtMessageId id of the last message that the session inherited as a fork; null if it inherited none
 * @param metadata a JSON object as the client sent it; the array must not be modified
 * @param ttlSeconds the session's own time to live in seconds; null if the agent's is in effect
 * @param expiresAt time when the session expires; null if it never does
 * @param maxMessages the session's own maximum number of messages on the path to its leaf; null if the agent's is in
 *     effect
 * @param compactAfter the session's own threshold in tokens; null if the agent's is in effect
 * @param compactBy which token count is compared with {@code compactAfter}; null if the agent's value is in effect
 * @param leafId id of the session's leaf (the message appended last among those that are not deleted); null if the
 *     session has no message
 * @param messageCount number of messages on all branches; deleted messages, and old messages removed by
 *     {@code maxMessages}, do not count
 * @param tokens estimated tokens on the path to the leaf as a model reads it: with updates, deletes and compactions
 *     applied
 * @param contextTokens the number of tokens that automatic compaction compares with {@code compactAfter}: an estimate,
 *     or the last reported number; null if reported tokens are compared and none are known
 * @param usage tokens and cost of all model calls whose usage was added
 * @param createdAt time of the session's creation
 * @param updatedAt time of the last write
 * @param endedAt time when a split ended the session
 * @param endReason {@code compaction} if a split ended the session
 * @param version the session's version, sent as the header {@code ETag} and not in the JSON
 */
public record SessionInfo(
        String id,
        String namespace,
        String name,
        String agent,
        String model,
        String source,
        String userId,
        String type,
        String parentSessionId,
        String forkedAtMessageId,
        byte[] metadata,
        Long ttlSeconds,
        Long expiresAt,
        Integer maxMessages,
        Integer compactAfter,
        CompactBy compactBy,
        String leafId,
        int messageCount,
        long tokens,
        Long contextTokens,
        Usage usage,
        long createdAt,
        long updatedAt,
        Long endedAt,
        String endReason,
        long version)
        implements JsonBody {
    SessionInfo(
            String id,
            String namespace,
            Description description,
            Origin origin,
            Lifetime lifetime,
            String leafId,
            int messageCount,
            long tokens,
            Long contextTokens,
            Usage usage,
            long version) {
        this(
                id,
                namespace,
                description.name(),
                origin.agent(),
                description.model(),
                origin.source(),
                origin.userId(),
                origin.type(),
                origin.parentSessionId(),
                origin.forkedAtMessageId(),
                description.metadata(),
                lifetime.ttlSeconds(),
                lifetime.expiresAt(),
                description.maxMessages(),
                description.compactAfter(),
                description.compactBy(),
                leafId,
                messageCount,
                tokens,
                contextTokens,
                usage,
                lifetime.createdAt(),
                lifetime.updatedAt(),
                lifetime.endedAt(),
                lifetime.endReason(),
                version);
    }

    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", id);
        out.writeStringField("namespace", namespace);
        out.writeStringField("name", name);
        out.writeStringField("agent", agent);
        out.writeStringField("model", model);
        out.writeStringField("source", source);
        out.writeStringField("userId", userId);
        out.writeStringField("type", type);
        out.writeStringField("parentSessionId", parentSessionId);
        out.writeStringField("forkedAtMessageId", forkedAtMessageId);
        out.writeFieldName("metadata");
        RawJson.write(out, metadata);
        NullableMembers.number(out, "ttlSeconds", ttlSeconds);
        out.writeStringField("expiresAt", Times.text(expiresAt));
        NullableMembers.number(out, "maxMessages", maxMessages);
        NullableMembers.number(out, "compactAfter", compactAfter);
        out.writeStringField("compactBy", compactBy == null ? null : compactBy.word());
        out.writeStringField("leafId", leafId);
        out.writeNumberField("messageCount", messageCount);
        out.writeNumberField("tokens", tokens);
        NullableMembers.number(out, "contextTokens", contextTokens);
        out.writeFieldName("usage");
        usage.write(out);
        out.writeStringField("createdAt", Times.text(createdAt));
        out.writeStringField("updatedAt", Times.text(updatedAt));
        out.writeStringField("endedAt", Times.text(endedAt));
        out.writeStringField("endReason", endReason);
        out.writeEndObject();
    }
}
