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
 * Where an import writes: the database or, in a dry run, nowhere. Each call is a transaction. Nothing that exists
 * already is changed. A method with a boolean result returns true if it has inserted something, false if that existed
 * already. All methods throw a {@code Problem} if the data are invalid.
 */
interface ImportTarget {
    /** Inserts an agent of a tenant. Returns false if the tenant has an agent with this name already. */
    boolean agent(String tenant, AgentSpec spec);

    /** Inserts the profile of a tenant's user, a JSON object. Returns false if the user has one already. */
    boolean profile(String tenant, String userId, byte[] profile);

    /**
     * Begins the import of a session. Creates the session if it does not exist. The result says whether the session was
     * created, is continued after an interrupted import, or exists already and must not be changed.
     *
     * @param name name of the session in this database
     * @param session the session in the other database
     */
    Begun begin(SessionName name, SessionInfo session);

    /**
     * Inserts a difference between the context blocks of a session and those of its agent: an added block, or the
     * removal of a block of the agent. Returns false if the session already has a difference for this label.
     */
    boolean declare(SessionName name, Declaration declaration);

    /**
     * Inserts the text of a context block. Returns false if a content of the block is stored already.
     *
     * @param owner who shares the content: the session itself, its user, its agent or the tenant
     * @param label label of the block
     */
    boolean text(SessionName name, Owner owner, String label, String text);

    /**
     * Inserts a block entry of a context block. Returns false if the block has an entry with this key already.
     *
     * @param owner who shares the content: the session itself, its user, its agent or the tenant
     * @param label label of the block
     */
    boolean entry(SessionName name, Owner owner, String label, BlockEntry entry);

    /**
     * Appends messages to a session, and returns how many were inserted. A message with an id that the session already
     * has is not inserted and changes nothing.
     */
    int append(SessionName name, Append append);

    /**
     * Inserts a compaction of a session. Returns false if the session already has a compaction with this id.
     *
     * @param ends ids of the first and the last message that the compaction replaces
     */
    boolean compaction(SessionName name, Compaction compaction, Ends ends);

    /** Inserts the state object of a session. Returns false if the session has one already. */
    boolean state(SessionName name, StateObject state);

    /**
     * Inserts a value that a session stores under a key, and that is not a list. Returns false if the session has a
     * value with this key already.
     *
     * @param json the value as JSON
     */
    boolean value(SessionName name, String key, byte[] json);

    /**
     * Appends items to a list that a session stores under a key. Creates the list with the first items. Does nothing if
     * the list has another version than {@code version}, because an earlier import has already appended the items.
     * Returns true if the list was created.
     *
     * @param version version of the list before these items; 0 if they are the first ones
     */
    boolean items(SessionName name, String key, long version, List<ListItem> items);

    /** Inserts a run of an agent. Returns false if the session has a run with this id already. */
    boolean run(SessionName name, RunDetail run);

    /**
     * Ends the import of a session after all its other data was written. Deletes the messages that are deleted in the
     * other database. Sets the session's leaf, agent, limits and times. Stores the frozen prompt and the running
     * summary of the session. Does nothing if no import of the session has begun, or if it is already complete.
     */
    void complete(SessionName name, SessionEnd end);

    /** Removes a session whose import has begun and is not complete. Does nothing for a session in any other state. */
    void discard(SessionName name);
}
