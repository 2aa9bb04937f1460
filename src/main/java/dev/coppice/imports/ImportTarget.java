package dev.coppice.imports;

import dev.coppice.agent.AgentSpec;
import dev.coppice.context.BlockEntry;
import dev.coppice.context.ContextExport.Declaration;
import dev.coppice.context.ContextImport.Owner;
import dev.coppice.message.Append;
import dev.coppice.message.Compaction;
import dev.coppice.message.TreeCopies.Ends;
import dev.coppice.run.RunDetail;
import dev.coppice.session.SessionImports.Begun;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionName;
import dev.coppice.state.ListItem;
import dev.coppice.state.StateObject;
import java.util.List;

/**
 * Where an import writes: the database, or nowhere in a dry run. Each call is a transaction. What exists already is not
 * changed; such calls return false, or leave it out of the number that they return.
 */
interface ImportTarget {
    boolean agent(String tenant, AgentSpec spec);

    boolean profile(String tenant, String userId, byte[] profile);

    Begun begin(SessionName name, SessionInfo session);

    boolean declare(SessionName name, Declaration declaration);

    boolean text(SessionName name, Owner owner, String label, String text);

    boolean entry(SessionName name, Owner owner, String label, BlockEntry entry);

    /** Appends messages, and returns how many were inserted. */
    int append(SessionName name, Append append);

    boolean compaction(SessionName name, Compaction compaction, Ends ends);

    boolean state(SessionName name, StateObject state);

    boolean value(SessionName name, String key, byte[] json);

    /**
     * Appends items to a list.
     *
     * @param version version of the list before, 0 if the items are the first ones
     */
    boolean items(SessionName name, String key, long version, List<ListItem> items);

    boolean run(SessionName name, RunDetail run);

    /**
     * Ends the import of a session after all its other data was written. Deletes the messages that are deleted in the
     * other database, sets the session's leaf, agent, limits and times, and stores its frozen prompt and its running
     * summary. Does nothing if no import of the session has begun, or if it is already complete.
     */
    void complete(SessionName name, SessionEnd end);

    /** Removes a session whose import has begun and is not complete. */
    void discard(SessionName name);
}
