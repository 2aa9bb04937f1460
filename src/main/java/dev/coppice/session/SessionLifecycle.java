package dev.coppice.session;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * Events about a session itself, not about its messages. Each nested record is one event; its simple name is the
 * event's name in the event log and for clients.
 */
public sealed interface SessionLifecycle extends SessionEvent {
    /**
     * Event: a session was created.
     *
     * @param session name of the session
     * @param parentSessionId id of the session that it was forked or split from, or that the client named at creation;
     *     null if there is none
     * @param forkedAtMessageId id of the last message that the session inherited as a fork, or null if it inherited
     *     none
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
     * Event: the name, model, metadata, limits or time to live of a session were set, or its agent was set.
     *
     * @param session name of the session
     * @param agent name of the agent that this change set; null if it set none. Search indexes read it from the event
     *     log, because their documents contain the agent
     */
    record SessionUpdated(SessionName session, String agent) implements SessionLifecycle {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            if (agent != null) {
                out.writeStringField("agent", agent);
            }
        }
    }

    /**
     * Event: a request has read the fields of a session. It is not stored in the event log, because nothing changed.
     */
    record SessionLoaded(SessionName session) implements SessionLifecycle {
        @Override
        public boolean isLogged() {
            return false;
        }
    }

    /**
     * Event: the usage of a model call was added to a session.
     *
     * @param session name of the session
     * @param added tokens and cost of the call
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

    /**
     * Event: a split has ended a session. The conversation continues in a new session in the same namespace.
     *
     * @param session name of the session that has ended
     * @param newSessionId id of the new session
     */
    record SessionSplit(SessionName session, String newSessionId) implements SessionLifecycle {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeStringField("newSessionId", newSessionId);
        }
    }

    /** Event: a session was deleted, with all its data. */
    record SessionDeleted(SessionName session) implements SessionLifecycle {}

    /** Event: a session that had expired was removed, with all its data. */
    record SessionExpired(SessionName session) implements SessionLifecycle {}
}
