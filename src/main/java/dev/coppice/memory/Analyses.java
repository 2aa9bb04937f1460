package dev.coppice.memory;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.Agents;
import dev.coppice.agent.ProfileMode;
import dev.coppice.agent.ProfileSchema;
import dev.coppice.agent.ProfileSpec;
import dev.coppice.api.Precondition;
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
 * Makes profiles of what users say. One analysis of a user runs at a time; the model works outside of any transaction, and
 * what it has found is stored only if nobody has written the profile meanwhile.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Analyses {
    @Inject
    private Profiles profiles;

    @Inject
    private UserPrompts reader;

    @Inject
    private Sessions sessions;

    @Inject
    private Agents agents;

    @Inject
    private Analyst analyst;

    /** This bean as others see it: a note is a transaction of its own. */
    @EJB
    private Analyses self;

    /**
     * Analyses a user as is wished. Nothing is stored when the analysis finds nothing, with 409 {@code busy} when another one
     * runs or the profile was written meanwhile, and with 502 {@code summarizer-failed}. Of a session that has no user: 409
     * {@code no-user}; of one that is another user's: 404 {@code session-not-found}.
     */
    public Analysis analyse(UserName user, AnalysisRequest wish) {
        var only = wish.sessionId() == null ? null : SessionName.of(user.tenant(), wish.namespace(), wish.sessionId());
        var session = only == null ? null : sessionOf(user, only);
        var agent = session == null ? AgentSpec.NONE : agentOf(session);
        var spec = agent.profile() == null ? ProfileSpec.DEFAULT : agent.profile();
        var how = new ProfileSpec(
                spec.every(),
                wish.mode() == null ? spec.mode() : wish.mode(),
                wish.schema() == null ? spec.schema() : wish.schema());
        return analyse(user, how, agent.modelFor(session == null ? null : session.model()), only);
    }

    /** Analyses the user of a session as its agent says, if the session has so many new messages; of all its sessions. */
    public void analyzeIfDue(SessionName name, int every) {
        var session = sessions.read(name);
        var agent = agentOf(session);
        boolean wanted = session.userId() != null && agent.profile() != null;
        if (wanted && profiles.isDue(session, every)) {
            var user = new UserName(name.tenant(), session.userId());
            analyse(user, agent.profile(), agent.modelFor(session.model()), null);
            self.note(name, session);
        }
    }

    /** Notes how far a session had come. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public void note(SessionName name, Session then) {
        var now = sessions.lock(name, Precondition.NONE);
        if (now.id() == then.id()) {
            profiles.analysed(now, then.lastSeq());
        }
    }

    private Session sessionOf(UserName user, SessionName name) {
        var session = sessions.read(name);
        if (session.userId() == null) {
            throw new Problem(Code.NO_USER, "The session has no user who could be analysed.");
        }
        if (!session.userId().equals(user.id())) {
            throw Problem.noSession();
        }
        return session;
    }

    private AgentSpec agentOf(Session session) {
        return agents.of(session.tenant(), session.agent());
    }

    private Analysis analyse(UserName user, ProfileSpec how, String model, SessionName only) {
        var task = profiles.begin(user);
        try {
            var prompts = only == null ? reader.newest(user) : reader.newest(user, only);
            if (prompts.isEmpty()) {
                return unchanged(user, 0, List.of());
            }
            var proposed = how.schema().isDynamic() ? fields(task, prompts, model) : null;
            var schema = proposed == null ? how.schema() : proposed;
            var known = how.mode() == ProfileMode.UPDATE ? task.profile() : null;
            var found = analyst.fields(schema, prompts, known, model);
            if (found.fields().isEmpty()) {
                return unchanged(user, prompts.size(), found.dropped());
            }
            var before = task.profile() == null ? ProfileFields.NONE : ProfileFields.of(task.profile());
            var stored = profiles.store(
                    task, found.fields().onto(before, how.mode()).toBytes(), proposed == null ? null : bytes(proposed));
            return new Analysis(stored, true, prompts.size(), found.dropped());
        } finally {
            profiles.end(task);
        }
    }

    /** Those that were proposed once stay, as long as the profile does: a user should not be measured anew each time. */
    private ProfileSchema fields(AnalysisTask task, List<String> prompts, String model) {
        return task.fields() == null
                ? analyst.proposal(prompts, model)
                : ProfileSchema.of(new String(task.fields(), StandardCharsets.UTF_8));
    }

    private static byte[] bytes(ProfileSchema schema) {
        return schema.json().getBytes(StandardCharsets.UTF_8);
    }

    private Analysis unchanged(UserName user, int prompts, List<String> dropped) {
        return new Analysis(profiles.find(user).orElse(null), false, prompts, dropped);
    }
}
