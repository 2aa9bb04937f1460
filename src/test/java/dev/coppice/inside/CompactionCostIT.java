package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Ids;
import dev.coppice.agent.CompactBy;
import dev.coppice.api.Precondition;
import dev.coppice.compaction.CompactionRange;
import dev.coppice.compaction.ManualCompactions;
import dev.coppice.message.HistoryQuery;
import dev.coppice.message.Overlays;
import dev.coppice.session.SessionName;
import dev.coppice.session.SessionPatch;
import dev.coppice.session.Usage;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages that a compaction replaced cost readers nothing: their rows are not read and may even be missing. */
class CompactionCostIT extends InsideTest {
    private static final int MESSAGES = 1000;
    private static final int HEAD = 10;
    private static final int TAIL = 10;

    @Inject
    private Overlays overlays;

    @Inject
    private ManualCompactions byHand;

    @Resource
    private ManagedExecutorService executor;

    /** A history as a client reads it. */
    private record Seen(List<String> texts, long tokens, int length, String leafId, boolean truncated, String before) {}

    /** A session of messages {@code m0, m1, …} that are all compacted except some at both ends. */
    private SessionName compacted(int messages) {
        var name = session();
        append(name, IntStream.range(0, messages).mapToObj(i -> "m" + i).toArray(String[]::new));
        overlays.add(name, overlays.draft(name, "m" + HEAD, "m" + (messages - TAIL - 1)), "What was said.");
        return name;
    }

    private String summaryOf(SessionName name) {
        return Ids.RESERVED + overlays.list(name, 1, null).items().get(0).id();
    }

    private Seen read(SessionName name, HistoryQuery query) {
        var history = histories.history(name, query);
        var texts = new ArrayList<String>();
        var pieces = history.pieces();
        for (var piece = pieces.next(); !piece.isEmpty(); piece = pieces.next()) {
            piece.forEach(body -> texts.add(new String(body, StandardCharsets.UTF_8)));
        }
        return new Seen(
                texts, history.tokens(), history.pathLength(), history.leafId(), history.truncated(), history.before());
    }

    /** The whole history, and windows that end after, at and before the compaction, by count, tokens and bytes. */
    private List<Seen> reads(SessionName name) {
        var summary = summaryOf(name);
        long all = read(name, HistoryQuery.ALL).tokens();
        return List.of(
                        HistoryQuery.ALL,
                        new HistoryQuery("m995", null, null, null, null, false),
                        new HistoryQuery(null, 5, null, null, null, false),
                        new HistoryQuery(null, TAIL, null, null, null, false),
                        new HistoryQuery(null, TAIL + 1, null, null, null, false),
                        new HistoryQuery(null, TAIL + 4, null, null, null, false),
                        new HistoryQuery(null, MESSAGES, null, null, null, false),
                        new HistoryQuery(null, null, null, all, null, false),
                        new HistoryQuery(null, null, null, all - 1, null, false),
                        new HistoryQuery(null, null, null, all / 2, null, false),
                        new HistoryQuery(null, null, null, null, 600L, false),
                        new HistoryQuery(null, null, "m995", null, null, false),
                        new HistoryQuery(null, 6, "m995", null, null, false),
                        new HistoryQuery(null, 3, summary, null, null, false),
                        new HistoryQuery(null, null, summary, null, null, false))
                .stream()
                .map(query -> read(name, query))
                .toList();
    }

    private int onHidden(String statement, SessionName name) throws Exception {
        transaction.begin();
        int rows = em.createNativeQuery(
                        statement
                                + " where tree_id = (select tree_id from session where session_id = ?) and depth between ? and ?")
                .setParameter(1, name.id())
                .setParameter(2, HEAD)
                .setParameter(3, MESSAGES - TAIL - 1)
                .executeUpdate();
        transaction.commit();
        return rows;
    }

    @Test
    void hiddenRowsMayBeMissing() throws Exception {
        var name = compacted(MESSAGES);
        var before = reads(name);
        var whole = before.get(0);
        assertEquals(HEAD + 1 + TAIL, whole.texts().size());
        assertTrue(whole.texts().get(HEAD).contains("What was said."), whole.toString());
        assertEquals(MESSAGES, whole.length());
        assertEquals(whole.tokens(), sessions.get(name).tokens());
        assertEquals(MESSAGES - HEAD - TAIL, onHidden("delete from message", name));
        assertEquals(before, reads(name));
        append(name, "new");
        var longer = read(name, HistoryQuery.ALL);
        assertEquals(HEAD + 1 + TAIL + 1, longer.texts().size());
        assertEquals(longer.tokens(), sessions.get(name).tokens());
        assertTrue(longer.tokens() > whole.tokens());
    }

    /** A page that ends with a compaction looks up one hidden row, for its position and sums, and no other. */
    @Test
    void hiddenTextsAreNotRead() throws Exception {
        var name = compacted(MESSAGES);
        var behind = new HistoryQuery(null, null, "m" + (MESSAGES - TAIL), null, null, false);
        var before = reads(name);
        var page = read(name, behind);
        assertTrue(page.texts().get(HEAD).contains("What was said."), page.toString());
        onHidden(
                "update message set bytes = 1, tokens = 1000000,"
                        + " body = cast('{\"id\":\"lost\",\"role\":\"user\",\"content\":\"lost\"}' as varbinary)",
                name);
        assertEquals(before, reads(name));
        assertEquals(page, read(name, behind));
        var raw = read(name, new HistoryQuery(null, 20, null, null, null, true)).toString();
        assertTrue(raw.contains("lost"), "a raw read sees the loss");
        assertFalse(before.toString().contains("lost"));
    }

    /** Hibernate counts all statements except those that fetch texts: one for each chunk. */
    @Test
    void historyCostDoesNotDependOnHiddenMessages() {
        var few = compacted(HEAD + 1 + TAIL);
        var many = compacted(MESSAGES);
        for (var query : List.of(HistoryQuery.ALL, new HistoryQuery(null, TAIL + 4, null, null, null, false))) {
            assertEquals(statements(few, query), statements(many, query));
            assertEquals(pieces(few, query), pieces(many, query));
        }
    }

    /** Most clients name the leaf as the parent. */
    @Test
    void appendAtTheNamedLeafCostsTheSameWithCompactions() {
        var plain = session();
        append(plain, "m0");
        assertEquals(appending(plain), appending(compacted(MESSAGES)));
    }

    @Test
    void appendCostsTheSameWhateverNumberOfTokensIsCompared() {
        var estimated = session();
        append(estimated, "m0");
        var reported = session();
        append(reported, "m0");
        sessions.patch(
                reported, new SessionPatch().compactAfter(1_000_000).compactBy(CompactBy.REPORTED), Precondition.NONE);
        sessions.addUsage(reported, new Usage(1, 0, 0, 0, BigDecimal.ZERO), null);
        assertEquals(appending(estimated), appending(reported));
    }

    private long appending(SessionName name) {
        return StatementCost.counting(em)
                .statements(() -> appendUnder(
                        name, sessions.read(name).leafId(), UUID.randomUUID().toString()));
    }

    /** The check of a manual compaction needs no lock on the session, so writers continue. */
    @Test
    void manualCompactionIsCheckedWhileTheSessionIsLocked() throws Exception {
        var name = session();
        append(name, "a", "b", "c");
        transaction.begin();
        try {
            sessions.lock(name, Precondition.NONE);
            var draft = executor.submit(() -> byHand.draft(name, CompactionRange.of("a", "b")))
                    .get(60, TimeUnit.SECONDS);
            assertEquals(2, draft.messages());
        } finally {
            transaction.rollback();
        }
    }

    private long statements(SessionName name, HistoryQuery query) {
        return StatementCost.counting(em).statements(() -> read(name, query));
    }

    private int pieces(SessionName name, HistoryQuery query) {
        var pieces = histories.history(name, query).pieces();
        int count = 0;
        while (!pieces.next().isEmpty()) {
            count++;
        }
        return count;
    }
}
