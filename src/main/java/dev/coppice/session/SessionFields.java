package dev.coppice.session;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.Settings;
import dev.coppice.agent.Agents;
import dev.coppice.json.MergePatch;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;

/**
 * Changes the fields of locked sessions. Also updates the {@link SessionLabels} by which lists are filtered, and, if
 * {@code maxMessages} becomes smaller, has the oldest messages removed. The methods must be called within a
 * transaction.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class SessionFields {
    @Inject
    private Agents agents;

    @Inject
    private SessionLabels labels;

    @Inject
    private Settings settings;

    @Inject
    private Event<RetentionChanging> retentionChanging;

    @Inject
    private Event<AgentChanging> agentChanging;

    /**
     * Sets those fields of a locked session that a patch names. Throws 409 {@code agent-fixed} if the patch names
     * another agent than the session has, 413 {@code too-large} if the metadata exceeds
     * {@code coppice.envelope.max-bytes}, 422 {@code invalid} if the metadata has more than
     * {@code coppice.metadata.max-labels} members that are a string, number or boolean.
     *
     * @param session the session; its row must be locked
     * @param patch the fields to change
     * @return true if the session had no agent and got one
     */
    public boolean apply(Session session, SessionPatch patch) {
        boolean assigned = patch.assignAgent(session, agent -> agents.limits(session.tenant(), agent));
        patch.apply(session);
        if (patch.metadata() != null) {
            replaceMetadata(session, MergePatch.apply(session.metadata(), patch.metadata()));
        }
        if (assigned) {
            agentChanging.fire(new AgentChanging(session));
        } else if (patch.changesRetention()) {
            retentionChanging.fire(new RetentionChanging(session));
        }
        return assigned;
    }

    /**
     * Replaces the metadata of a locked session. Throws 413 {@code too-large} if it has more than
     * {@code coppice.envelope.max-bytes} bytes, 422 {@code invalid} if it has more than
     * {@code coppice.metadata.max-labels} members that are a string, number or boolean.
     *
     * @param metadata the new metadata, a JSON object in UTF-8
     */
    public void replaceMetadata(Session session, byte[] metadata) {
        if (metadata.length > settings.envelopeMaxBytes()) {
            throw new Problem(Code.TOO_LARGE, "Metadata must not exceed " + settings.envelopeMaxBytes() + " bytes.");
        }
        session.describe(old -> old.withMetadata(metadata));
        labels.replace(session);
    }
}
