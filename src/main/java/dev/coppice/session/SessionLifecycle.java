package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * Events of a session itself, not of its messages. Each nested record is one event, and its simple name is the event's
 * name in the event log and in the feed.
 */
public sealed interface SessionLifecycle extends SessionEvent {
    /**
     * A session was created.
     *
     * @param parentSessionId id of the session that it was forked or split from, or that the client named at creation;
     *     null if there is none
     * @param forkedAtMessageId id of the last inherited message, or null when none was inherited
     */
    record SessionCreated(SessionName session, String parentSessionId, String forkedAtMessageId)
            implements SessionLifecycle {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            if (parentSessionId != null) {
                out.writeStringField("parentSessionId", parentSessionId);
            }
            if (forkedAtMessageId != null) {
                out.writeStringField("forkedAtMessageId", forkedAtMessageId);
            }
        }
    }

    /**
     * The name, model, metadata, limits or time to live of a session were set, or its agent was set.
     *
     * @param agent the agent that this change set, or null. Search indexes read it from the event log, because their
     *     documents contain the agent.
     */
    record SessionUpdated(SessionName session, String agent) implements SessionLifecycle {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            if (agent != null) {
                out.writeStringField("agent", agent);
            }
        }
    }

    /** A session's fields were read by a request. Not logged, because nothing changed. */
    record SessionLoaded(SessionName session) implements SessionLifecycle {
        @Override
        public boolean isLogged() {
            return false;
        }
    }

    /**
     * Usage of a model was added to a session.
     *
     * @param model the model that was called, or null
     */
    record UsageAdded(SessionName session, Usage added, String model) implements SessionLifecycle {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeStringField("model", model);
            out.writeFieldName("usage");
            added.write(out);
        }
    }

    /** A split ended the session; the conversation continues in a new session of the same namespace. */
    record SessionSplit(SessionName session, String newSessionId) implements SessionLifecycle {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeStringField("newSessionId", newSessionId);
        }
    }

    /** A session was deleted, with all its data. */
    record SessionDeleted(SessionName session) implements SessionLifecycle {}

    /** An expired session was removed, with all its data. */
    record SessionExpired(SessionName session) implements SessionLifecycle {}
}
