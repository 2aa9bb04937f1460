package dev.coppice.imports;

import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.Agents;
import dev.coppice.agent.BlockScope;
import dev.coppice.context.BlockEntry;
import dev.coppice.context.ContextImport;
import dev.coppice.context.ContextImport.Owner;
import dev.coppice.memory.Profiles;
import dev.coppice.memory.UserName;
import dev.coppice.session.SessionImports;
import dev.coppice.session.SessionImports.Begun;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionName;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/**
 * The target of a dry run, which writes nothing. It reports everything as inserted, except what exists already of
 * sessions, agents, profiles and shared contents of blocks. Of a session whose import was interrupted, it reports
 * everything as inserted. A dry run checks each line by itself, and the number of messages of each session. Anything
 * else that depends on other lines, such as whether the parent of a message exists, is checked only by a real import.
 */
@Dependent
class DryTarget extends EmptyTarget {
    @Inject
    private Agents agents;

    @Inject
    private Profiles profiles;

    @Inject
    private SessionImports sessionImports;

    @Inject
    private ContextImport context;

    @Override
    public boolean agent(String tenant, AgentSpec spec) {
        return !agents.exists(tenant, spec.name());
    }

    @Override
    public boolean profile(String tenant, String userId, byte[] profile) {
        return profiles.find(UserName.of(tenant, userId)).isEmpty();
    }

    @Override
    public Begun begin(SessionName name, SessionInfo session) {
        var begun = super.begin(name, session);
        return sessionImports.isComplete(name) ? Begun.EXISTS : begun;
    }

    @Override
    public boolean text(SessionName name, Owner owner, String label, String text) {
        return owner.scope() == BlockScope.SESSION || !context.hasText(name.tenant(), owner, label);
    }

    @Override
    public boolean entry(SessionName name, Owner owner, String label, BlockEntry entry) {
        return owner.scope() == BlockScope.SESSION || !context.hasEntry(name.tenant(), owner, label, entry.key());
    }
}
