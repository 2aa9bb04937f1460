package dev.coppice.imports;

import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.Agents;
import dev.coppice.api.Precondition;
import dev.coppice.context.BlockEntry;
import dev.coppice.context.ContextExport.Declaration;
import dev.coppice.context.ContextImport;
import dev.coppice.context.ContextImport.Owner;
import dev.coppice.idempotency.Answer;
import dev.coppice.idempotency.IdempotentRequest;
import dev.coppice.idempotency.TransactionRetry;
import dev.coppice.memory.Profiles;
import dev.coppice.memory.SessionSummaries;
import dev.coppice.memory.UserName;
import dev.coppice.message.Append;
import dev.coppice.message.Appended;
import dev.coppice.message.Compaction;
import dev.coppice.message.Messages;
import dev.coppice.message.TreeCopies;
import dev.coppice.message.TreeCopies.Ends;
import dev.coppice.run.RunDetail;
import dev.coppice.run.Runs;
import dev.coppice.session.SessionImports;
import dev.coppice.session.SessionImports.Begun;
import dev.coppice.session.SessionInfo;
import dev.coppice.session.SessionName;
import dev.coppice.session.Sessions;
import dev.coppice.state.ListItem;
import dev.coppice.state.NewValue;
import dev.coppice.state.StateObject;
import dev.coppice.state.StateSettings;
import dev.coppice.state.States;
import dev.coppice.state.Values;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The target of a real import, which writes into the database. Each call is a transaction. A transaction that fails
 * because of a concurrent one is repeated.
 */
@Dependent
class DatabaseTarget implements ImportTarget {
    private static final Precondition ABSENT = new Precondition(null, false, true);

    @Inject
    private TransactionRetry transactionRetry;

    @Inject
    private Agents agents;

    @Inject
    private Profiles profiles;

    @Inject
    private SessionSummaries summaries;

    @Inject
    private SessionImports sessionImports;

    @Inject
    private Sessions sessions;

    @Inject
    private ContextImport context;

    @Inject
    private Messages messages;

    @Inject
    private TreeCopies trees;

    @Inject
    private States states;

    @Inject
    private Values values;

    @Inject
    private StateSettings stateSettings;

    @Inject
    private Runs runs;

    private <T> T inTransaction(String key, Supplier<T> work) {
        var result = new Object() {
            T value;
        };
        transactionRetry.run(IdempotentRequest.of(key), () -> {
            result.value = work.get();
            return Answer.noContent();
        });
        return result.value;
    }

    @Override
    public boolean agent(String tenant, AgentSpec spec) {
        return inTransaction(null, () -> agents.putIfAbsent(tenant, spec));
    }

    @Override
    public boolean profile(String tenant, String userId, byte[] profile) {
        var user = UserName.of(tenant, userId);
        return profiles.find(user).isEmpty()
                && inTransaction(user.key(), () -> profiles.put(user, profile, Precondition.NONE)
                        .created());
    }

    @Override
    public Begun begin(SessionName name, SessionInfo session) {
        return inTransaction(name.key(), () -> sessionImports.begin(name, session));
    }

    @Override
    public boolean declare(SessionName name, Declaration declaration) {
        return inTransaction(name.key(), () -> context.declare(name, declaration));
    }

    @Override
    public boolean text(SessionName name, Owner owner, String label, String text) {
        return inTransaction(name.key(), () -> context.addText(name, owner, label, text));
    }

    @Override
    public boolean entry(SessionName name, Owner owner, String label, BlockEntry entry) {
        return inTransaction(name.key(), () -> context.addEntry(name, owner, label, entry));
    }

    @Override
    public int append(SessionName name, Append append) {
        var appended = inTransaction(name.key(), () -> messages.append(name, append, false, Precondition.NONE));
        return (int)
                appended.appended().stream().filter(Appended.Item::inserted).count();
    }

    @Override
    public boolean compaction(SessionName name, Compaction compaction, Ends ends) {
        return inTransaction(name.key(), () -> trees.addCompaction(name, compaction, ends));
    }

    @Override
    public boolean state(SessionName name, StateObject state) {
        return inTransaction(name.key(), () -> states.restore(name, state));
    }

    @Override
    public boolean value(SessionName name, String key, byte[] json) {
        var value = new NewValue(ListItem.of(json).within(stateSettings.maxBytes()), null);
        return inTransaction(
                name.key(),
                () -> values.version(name, key) == 0
                        && values.put(name, key, value, false, ABSENT).created());
    }

    @Override
    public boolean items(SessionName name, String key, long version, List<ListItem> items) {
        return inTransaction(name.key(), () -> {
            if (values.version(name, key) != version) {
                return false;
            }
            if (items.isEmpty()) {
                values.put(name, key, new NewValue(null, items), false, ABSENT);
            } else {
                values.append(name, key, items, false, new Precondition(Set.of(version), version > 0, version == 0));
            }
            return version == 0;
        });
    }

    @Override
    public boolean run(SessionName name, RunDetail run) {
        return inTransaction(name.key(), () -> runs.restore(name, run));
    }

    @Override
    public void complete(SessionName name, SessionEnd end) {
        inTransaction(name.key(), () -> {
            sessionImports.unfinished(name).ifPresent(session -> {
                trees.complete(name, end.deleted(), end.session().leafId());
                sessionImports.complete(name, end.session());
                if (end.prompt() != null) {
                    context.addPrompt(name, end.prompt());
                }
                if (end.summary() != null) {
                    summaries.restore(name, end.summary());
                }
                profiles.markAnalyzed(session, session.lastSeq());
            });
            return true;
        });
    }

    @Override
    public void discard(SessionName name) {
        inTransaction(name.key(), () -> {
            if (sessionImports.unfinished(name).isPresent()) {
                sessions.delete(name, Precondition.NONE);
            }
            return true;
        });
    }
}
