package dev.coppice.imports;

import dev.coppice.Ids;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.CompactBy;
import dev.coppice.context.BlockEntry;
import dev.coppice.format.MessageBody;
import dev.coppice.json.JsonInput;
import dev.coppice.memory.SummaryInfo;
import dev.coppice.message.Compaction;
import dev.coppice.run.RunDetail;
import dev.coppice.run.RunInfo;
import dev.coppice.run.RunStatus;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.Usage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts the lines of an export to the sessions, messages and other objects that the lines contain. A method throws
 * the problems of {@link Line} if a member is missing or wrong, and the problems of the constructor of the object that
 * it returns. Pure.
 */
final class Records {
    private static final long MAX = Long.MAX_VALUE;
    private static final int MAX_INT = Integer.MAX_VALUE;
    private static final byte[] NO_METADATA = "{}".getBytes(StandardCharsets.UTF_8);

    private Records() {}

    static SessionInfo session(Line line) {
        Ids.checkOrNull(line.textOrNull("agent"), "/session/agent");
        Ids.checkText(line.textOrNull("endReason"), "/session/endReason");
        return new SessionInfo(
                Ids.check(line.text("id"), "/session/id"),
                Ids.checkNamespace(line.textOrNull("namespace")),
                line.textOrNull("name"),
                line.textOrNull("agent"),
                line.textOrNull("model"),
                line.textOrNull("source"),
                line.textOrNull("userId"),
                line.has("type") ? line.text("type") : "agent",
                line.textOrNull("parentSessionId"),
                Ids.checkOrNull(line.textOrNull("forkedAtMessageId"), "/session/forkedAtMessageId"),
                line.jsonOr("metadata", NO_METADATA),
                line.numberOrNull("ttlSeconds", 1, AgentSpec.MAX_TTL_SECONDS),
                null,
                count(line, "maxMessages"),
                count(line, "compactAfter"),
                line.has("compactBy") ? CompactBy.of(line.text("compactBy"), "/session/compactBy") : null,
                line.textOrNull("leafId"),
                0,
                0,
                line.numberOrNull("contextTokens", 0, MAX),
                line.has("usage") ? line.read("usage", Usage::read) : Usage.NONE,
                line.time("createdAt"),
                line.time("updatedAt"),
                line.timeOrNull("endedAt"),
                line.textOrNull("endReason"),
                0);
    }

    private static Integer count(Line line, String name) {
        return line.has(name) ? (Integer) (int) line.number(name, 1, MAX_INT) : null;
    }

    /**
     * Reads a message, with the number of tokens that it had in the other database. For a message that is deleted
     * there, returns a message with the same id and without text. Such a message is imported because a compaction
     * begins or ends at it. It is deleted at the end of the import.
     */
    static MessageBody message(Line line) {
        if (line.flag("deleted")) {
            var id = line.read("id", in -> Ids.check(in.string(), "/message/id"));
            var json = "{\"id\":" + new String(line.json("id"), StandardCharsets.UTF_8)
                    + ",\"role\":\"user\",\"content\":\"\"}";
            return MessageBody.of(json.getBytes(StandardCharsets.UTF_8)).named(id);
        }
        var message = MessageBody.read(line.json("message"), "/message/message");
        if (message.id() == null) {
            throw Problem.at("/message/message/id", Code.INVALID_MESSAGE, "A message of an export must have an id.");
        }
        int tokens = (int) line.number("tokens", 0, MAX_INT);
        return new MessageBody(
                message.id(), message.role(), message.createdAt(), tokens, message.preview(), message.json());
    }

    static Compaction compaction(Line line) {
        var inside = line.inside("compaction");
        return new Compaction(
                inside.text("id"),
                inside.text("fromMessageId"),
                inside.text("toMessageId"),
                inside.text("summary"),
                (int) inside.number("messages", 0, MAX_INT),
                inside.number("tokensBefore", 0, MAX),
                inside.number("tokensAfter", 0, MAX_INT),
                inside.time("createdAt"),
                false);
    }

    static RunDetail run(Line line, SessionInfo session) {
        var status = line.text("status");
        if (RunStatus.of(status).isEmpty()) {
            throw Problem.at("/run/status", Code.INVALID, "The status is unknown.");
        }
        var info = new RunInfo(
                Ids.check(line.text("runId"), "/run/runId"),
                session.id(),
                session.namespace(),
                Ids.checkOrNull(line.textOrNull("agentId"), "/run/agentId"),
                status,
                List.of(),
                line.read("usage", Usage::read),
                line.number("version", 1, MAX),
                line.time("createdAt"),
                line.time("updatedAt"));
        return new RunDetail(info, line.jsonOrNull("checkpoint"), line.jsonOrNull("requirements"));
    }

    static BlockEntry entry(Line line) {
        var inside = line.inside("entry");
        return new BlockEntry(
                inside.text("key"),
                inside.textOrNull("title"),
                inside.textOrNull("description"),
                inside.text("content"));
    }

    static SummaryInfo summary(Line line) {
        return new SummaryInfo(
                line.text("summary"),
                line.text("lastMessageId"),
                (int) line.number("messages", 0, MAX_INT),
                (int) line.number("tokens", 0, MAX_INT),
                line.flag("current"),
                null,
                null,
                0);
    }

    /**
     * Returns the JSON of each element of the line's array {@code items}, in their order. Throws 422 {@code invalid} if
     * the line has no {@code items}, or if an element contains a duplicate key or a lone surrogate (half of a surrogate
     * pair). Throws 400 {@code malformed} if {@code items} is no array, or is nested too deeply.
     */
    static List<byte[]> items(Line line) {
        var items = new ArrayList<byte[]>();
        var in = JsonInput.of(line.json("items"));
        in.array(() -> items.add(in.slice(Code.INVALID)));
        return items;
    }
}
