package dev.coppice.message;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import java.io.IOException;
import java.util.List;

/**
 * Events about a session's messages. Each nested record is one event; its simple name is the event's name in the event
 * log and in the feed.
 */
public sealed interface MessageEvent extends SessionEvent {
    /**
     * Event: a message was appended.
     *
     * @param session name of the session
     * @param messageId id of the message
     * @param parentId id of the parent, or null for a root
     * @param role value of the message's member {@code role}, such as {@code user}
     * @param seq the message's sequence number in the session
     * @param tokens tokens of the message
     */
    record MessageAppended(SessionName session, String messageId, String parentId, String role, long seq, int tokens)
            implements MessageEvent {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeStringField("messageId", messageId);
            out.writeStringField("parentId", parentId);
            out.writeStringField("role", role);
            out.writeNumberField("seq", seq);
            out.writeNumberField("tokens", tokens);
        }
    }

    /**
     * Event: a message's body was replaced.
     *
     * @param session name of the session
     * @param messageId id of the message
     * @param version the message's new version, one more than before
     * @param tokens tokens of the message with the new body
     */
    record MessageUpdated(SessionName session, String messageId, int version, int tokens) implements MessageEvent {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeStringField("messageId", messageId);
            out.writeNumberField("version", version);
            out.writeNumberField("tokens", tokens);
        }
    }

    /**
     * Event: messages were deleted by one request.
     *
     * @param session name of the session
     * @param messageIds ids of the deleted messages, at least one
     */
    record MessagesDeleted(SessionName session, List<String> messageIds) implements MessageEvent {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeArrayFieldStart("messageIds");
            for (var id : messageIds) {
                out.writeString(id);
            }
            out.writeEndArray();
        }
    }

    /**
     * Event: data about old messages of a session was purged from the database, after the session's limit
     * {@code maxMessages} had removed these messages from the session. The purged data is either the rows of the
     * messages, or the edits (updates and deletes) that this session had stored for them. Forks of the session may
     * still show the messages.
     *
     * @param session name of the session
     * @param branch id of the branch that contained the rows
     * @param from depth of the first purged row or edit, inclusive
     * @param to depth of the last purged row or edit, inclusive
     */
    record MessagesPurged(SessionName session, long branch, int from, int to) implements MessageEvent {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeNumberField("branch", branch);
            out.writeNumberField("from", from);
            out.writeNumberField("to", to);
        }
    }

    /**
     * Event: all messages of a session were removed at once.
     *
     * @param session name of the session
     * @param messages number of removed messages on all branches
     */
    record HistoryCleared(SessionName session, int messages) implements MessageEvent {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeNumberField("messages", messages);
        }
    }

    /**
     * Event: a compaction replaced messages of the history by a summary.
     *
     * @param session name of the session
     * @param compactionId id of the compaction
     * @param messages number of messages that the summary replaces
     * @param tokensBefore tokens of the replaced messages as the history showed them before, that is, with earlier
     *     compactions applied
     * @param tokensAfter tokens of the summary
     * @param tokens tokens of the whole history from the root to the session's leaf afterwards
     */
    record Compacted(
            SessionName session, String compactionId, int messages, long tokensBefore, long tokensAfter, long tokens)
            implements MessageEvent {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeStringField("compactionId", compactionId);
            out.writeNumberField("messages", messages);
            out.writeNumberField("tokensBefore", tokensBefore);
            out.writeNumberField("tokensAfter", tokensAfter);
            out.writeNumberField("tokens", tokens);
        }
    }

    /**
     * Event: a compaction was removed. The history shows again the messages that its summary had replaced.
     *
     * @param session name of the session
     * @param compactionId id of the compaction
     * @param tokens tokens of the whole history from the root to the session's leaf afterwards
     */
    record CompactionUndone(SessionName session, String compactionId, long tokens) implements MessageEvent {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeStringField("compactionId", compactionId);
            out.writeNumberField("tokens", tokens);
        }
    }

    /**
     * Event: a session was created as a fork. It is logged among the events of the source session; for the fork itself,
     * {@code SessionCreated} is logged.
     *
     * @param session name of the fork
     * @param parentSessionId id of the source session, in the same namespace
     * @param messageId id of the last inherited message, or null if none was inherited
     * @param messages number of inherited messages
     */
    record SessionForked(SessionName session, String parentSessionId, String messageId, int messages)
            implements MessageEvent {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeStringField("parentSessionId", parentSessionId);
            out.writeStringField("messageId", messageId);
            out.writeNumberField("messages", messages);
        }
    }
}
