package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.Agents;
import dev.coppice.agent.ProfileMode;
import dev.coppice.agent.ProfileSchema;
import dev.coppice.agent.ProfileSpec;
import dev.coppice.api.Precondition;
import dev.coppice.quota.Quotas;
import dev.coppice.session.Session;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Analyzes what users wrote (their messages of role {@code user}) and stores the results in their profiles. At most one
 * analysis of a user runs at a time. The model is called outside of any transaction. If the profile is written or
 * deleted meanwhile, the analysis fails with 409 {@code busy} and stores nothing.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Analyses {
    @Inject
    private Profiles profiles;

    @Inject
    private UserPrompts userPrompts;

    @Inject
    private Quotas quotas;

    @Inject
    private Sessions sessions;

    @Inject
    private Agents agents;

    @Inject
    private Analyst analyst;

    /**
     * Reference to this bean through its EJB proxy. A call of {@link #markAnalyzed} through the proxy runs in a new
     * transaction.
     */
    @EJB
    private Analyses self;

    /**
     * Analyzes a user over all of the user's sessions, or over the one session in the request, and returns the result.
     * If the model finds nothing, or in case of an error, nothing is stored. Throws 404 {@code session-not-found} if
     * the requested session does not exist or belongs to another user, 409 {@code no-user} if the requested session has
     * no user, 409 {@code busy} if another analysis of the user is running or the profile was written or deleted
     * meanwhile, 429 {@code rate-limited} if the tenant has used up its quota of model calls, 502
     * {@code summarizer-failed} if the model fails or the new profile has more than {@code coppice.profile.max-bytes},
     * 503 {@code unavailable} if the server stops meanwhile.
     */
    public Analysis analyze(UserName user, AnalysisRequest request) {
        var only = request.sessionId() == null
                ? null
                : SessionName.of(user.tenant(), request.namespace(), request.sessionId());
        var session = only == null ? null : sessionOf(user, only);
        var agent = session == null ? AgentSpec.NONE : agentOf(session);
        var spec = agent.profile() == null ? ProfileSpec.DEFAULT : agent.profile();
        var effective = new ProfileSpec(
                spec.every(),
                request.mode() == null ? spec.mode() : request.mode(),
                request.schema() == null ? spec.schema() : request.schema());
        return analyze(user, effective, agent.modelFor(session == null ? null : session.model()), only);
    }

    /**
     * Analyzes the user of a session, over all of the user's sessions, as the session's agent specifies. Does nothing
     * if the session has no user, or if its agent specifies no profile. Also does nothing if the session has fewer than
     * {@code every} new messages since the last analysis that it triggered. Throws 404 {@code session-not-found} if the
     * session does not exist, 409 {@code busy} if another analysis of the user is running or the profile was written or
     * deleted meanwhile, 429 {@code rate-limited} if the tenant has used up its quota of model calls, 502
     * {@code summarizer-failed} if the model fails or the new profile has more than {@code coppice.profile.max-bytes},
     * 503 {@code unavailable} if the server stops meanwhile.
     *
     * @param every number of new messages after which an analysis is due
     */
    public void analyzeIfDue(SessionName name, int every) {
        var session = sessions.read(name);
        var agent = agentOf(session);
        boolean configured = session.userId() != null && agent.profile() != null;
        if (configured && profiles.isDue(session, every)) {
            var user = new UserName(name.tenant(), session.userId());
            analyze(user, agent.profile(), agent.modelFor(session.model()), null);
            self.markAnalyzed(name, session);
        }
    }

    /**
     * Records the highest sequence number that a session's messages had when the session was analyzed. Does nothing if
     * another session has this name now. Throws 404 {@code session-not-found} if no session has this name.
     *
     * @param analyzed the session as it was read before the analysis
     */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void markAnalyzed(SessionName name, Session analyzed) {
        var current = sessions.lock(name, Precondition.NONE);
        if (current.id() == analyzed.id()) {
            profiles.markAnalyzed(current, analyzed.lastSeq());
        }
    }

    private Session sessionOf(UserName user, SessionName name) {
        var session = sessions.read(name);
        if (session.userId() == null) {
            throw new Problem(Code.NO_USER, "The session has no userId; name a session with one, or none.");
        }
        if (!session.userId().equals(user.id())) {
            throw Problem.noSession();
        }
        return session;
    }

    private AgentSpec agentOf(Session session) {
        return agents.specOf(session.tenant(), session.agent());
    }

    private Analysis analyze(UserName user, ProfileSpec spec, String model, SessionName only) {
        var task = profiles.begin(user);
        try {
            var prompts = only == null ? userPrompts.newest(user) : userPrompts.newest(user, only);
            if (prompts.isEmpty()) {
                return unchanged(user, 0, List.of());
            }
            return analyze(user, task, spec, model, prompts);
        } finally {
            profiles.end(task);
        }
    }

    private Analysis analyze(UserName user, AnalysisTask task, ProfileSpec spec, String model, List<String> prompts) {
        var proposed = spec.schema().isDynamic() ? fields(user, task, prompts, model) : null;
        var schema = proposed == null ? spec.schema() : proposed;
        var shown = spec.mode() == ProfileMode.UPDATE ? task.profile() : null;
        quotas.checkModelCall(user.tenant());
        var found = analyst.fields(schema, prompts, shown, model);
        if (found.fields().isEmpty()) {
            return unchanged(user, prompts.size(), found.dropped());
        }
        var before = task.profile() == null ? ProfileFields.NONE : ProfileFields.of(task.profile());
        var json = found.fields().onto(before, spec.mode()).toBytes();
        var stored = profiles.store(task, json, proposed == null ? null : bytes(proposed));
        return new Analysis(stored, true, prompts.size(), found.dropped());
    }

    /**
     * Returns the schema of a user's profile, for an agent that lets the model propose the profile's fields. The first
     * analysis asks the model for a schema. Later ones use the same schema, so that all analyses fill the same fields.
     */
    private ProfileSchema fields(UserName user, AnalysisTask task, List<String> prompts, String model) {
        if (task.fields() != null) {
            return ProfileSchema.of(new String(task.fields(), StandardCharsets.UTF_8));
        }
        quotas.checkModelCall(user.tenant());
        return analyst.proposal(prompts, model);
    }

    private static byte[] bytes(ProfileSchema schema) {
        return schema.json().getBytes(StandardCharsets.UTF_8);
    }

    private Analysis unchanged(UserName user, int prompts, List<String> dropped) {
        return new Analysis(profiles.find(user).orElse(null), false, prompts, dropped);
    }
}
