package dev.coppice.imports;

import dev.coppice.agent.AgentSpec;
import dev.coppice.context.BlockEntry;
import dev.coppice.context.ContextExport.Declaration;
import dev.coppice.context.ContextImport.Owner;
import dev.coppice.message.Append;
import dev.coppice.message.Compaction;
import dev.coppice.message.TreeCopies.Ends;
import dev.coppice.run.RunDetail;
import dev.coppice.session.NewSession;
import dev.coppice.session.SessionImports.Begun;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionName;
import dev.coppice.state.ListItem;
import dev.coppice.state.StateObject;
import java.util.List;

/** The target of an import that writes nothing, and that reports everything as inserted. */
class EmptyTarget implements ImportTarget {
    @Override
    public boolean agent(String tenant, AgentSpec spec) {
        return true;
    }

    @Override
    public boolean profile(String tenant, String userId, byte[] profile) {
        return true;
    }

    @Override
    public Begun begin(SessionName name, SessionInfo session) {
        NewSession.copyOf(session);
        return Begun.CREATED;
    }

    @Override
    public boolean declare(SessionName name, Declaration declaration) {
        return true;
    }

    @Override
    public boolean text(SessionName name, Owner owner, String label, String text) {
        return true;
    }

    @Override
    public boolean entry(SessionName name, Owner owner, String label, BlockEntry entry) {
        return true;
    }

    @Override
    public int append(SessionName name, Append append) {
        return append.messages().size();
    }

    @Override
    public boolean compaction(SessionName name, Compaction compaction, Ends ends) {
        return true;
    }

    @Override
    public boolean state(SessionName name, StateObject state) {
        return true;
    }

    @Override
    public boolean value(SessionName name, String key, byte[] json) {
        return true;
    }

    @Override
    public boolean items(SessionName name, String key, long version, List<ListItem> items) {
        return version == 0;
    }

    @Override
    public boolean run(SessionName name, RunDetail run) {
        return true;
    }

    @Override
    public void complete(SessionName name, SessionEnd end) {
        // Nothing was begun.
    }

    @Override
    public void discard(SessionName name) {
        // Nothing was begun.
    }
}
