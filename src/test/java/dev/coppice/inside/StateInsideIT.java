package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.api.Precondition;
import dev.coppice.message.Append.Parent;
import dev.coppice.run.RunSave;
import dev.coppice.run.RunSaved;
import dev.coppice.run.RunStatus;
import dev.coppice.run.Runs;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import dev.coppice.session.Usage;
import dev.coppice.state.ListItem;
import dev.coppice.state.NewValue;
import dev.coppice.state.StatePurge;
import dev.coppice.state.StateSaved;
import dev.coppice.state.StateSettings;
import dev.coppice.state.States;
import dev.coppice.state.ValueReads;
import dev.coppice.state.Values;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** State and runs for applications in the server: events, transactions and SQL statements. */
class StateInsideIT extends InsideTest {
    @Inject
    private Values values;

    @Inject
    private ValueReads reads;

    @Inject
    private StatePurge purge;

    @Inject
    private States states;

    @Inject
    private Runs runs;

    @Inject
    private StateSettings settings;

    @Inject
    private RecordingObserver recordingObserver;

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private void put(SessionName name, String key, String json) {
        values.put(name, key, NewValue.of(bytes(json), settings), false, Precondition.NONE);
    }

    private void push(SessionName name, String key, int items) {
        values.append(name, key, Collections.nCopies(items, ListItem.of(bytes("{'a':1}"))), false, Precondition.NONE);
    }

    private RunSave save(RunStatus status, long used, String... messages) {
        return new RunSave(
                status,
                "gardener",
                null,
                null,
                new Usage(used, 0, 0, 0, BigDecimal.ZERO),
                List.of(messages).stream().map(id -> message(id, "text")).toList(),
                Parent.LEAF);
    }

    private List<String> eventsOf(
            SessionName name, Class<? extends SessionEvent> type, Function<SessionEvent, String> how) {
        return recordingObserver.events(name).stream()
                .filter(type::isInstance)
                .map(how)
                .toList();
    }

    /** Callers in the server get the same errors as HTTP clients. */
    @Test
    void invalidKeyIsRefused() {
        var name = session();
        List<Executable> calls = List.of(
                () -> put(name, "a/b", "1"),
                () -> push(name, "a/b", 1),
                () -> values.version(name, "a/b"),
                () -> reads.get(name, "a/b"),
                () -> values.delete(name, "a/b", Precondition.NONE));
        for (var call : calls) {
            assertEquals(Code.INVALID_ID, assertThrows(Problem.class, call).code());
        }
    }

    @Test
    void savedStateSendsAndLogsEvents() {
        var name = session();
        put(name, "k", "1");
        put(name, "k", "1.0");
        put(name, "k", "2");
        push(name, "l", 2);
        push(name, "l", 1);
        put(name, "l", "[{'a':1},{'a':1},{'a':1},4]");
        put(name, "l", "[]");
        values.delete(name, "k", Precondition.NONE);
        states.patch(name, bytes("{'a':1}"), false, Precondition.NONE);
        states.patch(name, bytes("{'a':1}"), false, Precondition.NONE);
        states.replace(name, bytes("{'a':2}"), false, Precondition.NONE);
        var expected = List.of(
                "k 1 created",
                "k 2 rewritten",
                "l 1 created",
                "l 2 appended",
                "l 3 appended",
                "l 4 rewritten",
                "k 0 deleted",
                "null 1 created",
                "null 2 rewritten");
        assertEquals(expected, eventsOf(name, StateSaved.class, event -> {
            var saved = (StateSaved) event;
            return saved.key() + " " + saved.version() + " " + saved.how().word();
        }));
        assertEquals(
                expected.size(),
                logged(name).stream().filter("StateSaved"::equals).count());
    }

    @Test
    void runEventFollowsItsMessages() {
        var name = session();
        runs.save(name, "r", save(RunStatus.PAUSED, 5, "a", "b"), false, Precondition.NONE);
        runs.save(name, "r", save(RunStatus.PAUSED, 5, "a", "b"), false, Precondition.NONE);
        runs.save(name, "r", save(RunStatus.COMPLETED, 7), false, Precondition.NONE);
        assertThrows(Problem.class, () -> runs.save(name, "r", save(RunStatus.RUNNING, 7), false, Precondition.NONE));
        assertEquals(
                List.of("SessionCreated", "MessageAppended", "MessageAppended", "RunSaved", "RunSaved"),
                recordingObserver.types(name));
        assertEquals(
                List.of("r gardener paused 1 5", "r gardener completed 2 7"), eventsOf(name, RunSaved.class, event -> {
                    var saved = (RunSaved) event;
                    return saved.runId() + " " + saved.agentId() + " "
                            + saved.status().word() + " " + saved.version() + " "
                            + saved.usage().inputTokens();
                }));
        assertEquals(2, logged(name).stream().filter("RunSaved"::equals).count());
    }

    /** A run is saved with all of its messages or not at all, also when an observer vetoes one of them. */
    @Test
    void saveWithAVetoedMessageChangesNothing() {
        var name = session();
        runs.save(name, "r", save(RunStatus.PAUSED, 5, "a"), false, Precondition.NONE);
        var vetoed = new RunSave(
                RunStatus.COMPLETED,
                null,
                ListItem.of(bytes("{'step':2}")),
                null,
                new Usage(9, 0, 0, 0, BigDecimal.ZERO),
                List.of(message("a", "text"), message("b", "text"), message("c", "forbidden")),
                Parent.LEAF);
        assertEquals(Code.APPEND_VETOED, code(() -> runs.save(name, "r", vetoed, false, Precondition.NONE)));
        assertEquals(Code.APPEND_VETOED, code(() -> runs.save(name, "new", vetoed, false, Precondition.NONE)));
        assertEquals(RunStatus.PAUSED.word(), runs.get(name, "r").run().status());
        assertEquals(1, runs.get(name, "r").run().version());
        assertEquals(Code.RUN_NOT_FOUND, code(() -> runs.get(name, "new")));
        assertEquals(List.of("a"), path(name, null));
        assertEquals(5, number("select input_tokens from session where session_id = ?", name.id()));
        assertEquals(1, eventsOf(name, RunSaved.class, Object::toString).size());
    }

    /** A message that an observer replaced is recognized when the run is saved again. */
    @Test
    void saveWithAReplacedMessageCanBeRepeated() {
        var name = session();
        var save = new RunSave(
                RunStatus.COMPLETED, null, null, null, null, List.of(message("a", "a secret")), Parent.LEAF);
        assertEquals(
                List.of("a"),
                runs.save(name, "r", save, false, Precondition.NONE).appended());
        assertEquals(
                List.of(), runs.save(name, "r", save, false, Precondition.NONE).appended());
        assertEquals(1, runs.get(name, "r").run().version());
    }

    /** State, runs and messages of one transaction are stored together or not at all. */
    @Test
    void callersTransactionIsAtomic() throws Exception {
        var name = session();
        transaction.begin();
        put(name, "k", "1");
        put(name, "k", "[1]");
        put(name, "k", "[1,2]");
        runs.save(name, "r", save(RunStatus.PAUSED, 5, "a"), false, Precondition.NONE);
        runs.save(name, "r", save(RunStatus.PAUSED, 6, "a"), false, Precondition.NONE);
        transaction.rollback();
        assertEquals(Code.VALUE_NOT_FOUND, code(() -> reads.get(name, "k")));
        assertEquals(Code.RUN_NOT_FOUND, code(() -> runs.get(name, "r")));
        assertEquals(List.of("SessionCreated"), recordingObserver.types(name));
        transaction.begin();
        put(name, "k", "[1]");
        put(name, "k", "[1,2]");
        runs.save(name, "r", save(RunStatus.PAUSED, 5, "a"), false, Precondition.NONE);
        runs.save(name, "r", save(RunStatus.PAUSED, 6, "a"), false, Precondition.NONE);
        transaction.commit();
        assertEquals(2, reads.get(name, "k").version());
        assertEquals(2, runs.get(name, "r").run().version());
        assertEquals(6, number("select input_tokens from session where session_id = ?", name.id()));
    }

    private static Code code(Runnable call) {
        return assertThrows(Problem.class, call::run).code();
    }

    /** The purge removes items from the front: the rest is not the list that was requested. */
    @Test
    void deletingAListWhileItIsReadBreaksTheAnswerOff() throws Exception {
        var name = session();
        push(name, "l", 1500);
        var pieces = reads.items(name, "l", 400, null).pieces();
        assertEquals(500, pieces.next().size());
        transaction.begin();
        try {
            values.delete(name, "l", Precondition.NONE);
            purge.step();
            assertEquals(
                    500,
                    number("select count(*) from state_item i where i.value_id in "
                            + "(select v.id from state_value v where v.session_pk is null)"));
            assertThrows(RuntimeException.class, pieces::next);
        } finally {
            transaction.rollback();
        }
    }

    /** An append of one item takes the same number of statements at a thousand items as at one, and reads no item. */
    @Test
    void appendCostDoesNotDependOnLength() {
        var cost = StatementCost.counting(em);
        var name = session();
        push(name, "short", 1);
        put(name, "long", "[" + "1,".repeat(999) + "1]");
        assertEquals(cost.statements(() -> push(name, "short", 1)), cost.statements(() -> push(name, "long", 1)));
        assertEquals(
                0,
                cost.cheapest(Statistics::getEntityInsertCount, () -> push(name, "long", 1)),
                "items are no entities");
    }
}
