package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.agent.AgentSpec;
import dev.coppice.agent.Agents;
import dev.coppice.agent.BlockScope;
import dev.coppice.agent.BlockSpec;
import dev.coppice.agent.ProviderSpec;
import dev.coppice.agent.ProviderType;
import dev.coppice.api.Precondition;
import dev.coppice.context.BlockEntries;
import dev.coppice.context.BlockEntry;
import dev.coppice.context.ContextBlocks;
import dev.coppice.context.ContextPurge;
import dev.coppice.context.Prompts;
import dev.coppice.db.DatabaseClock;
import dev.coppice.search.index.DocumentType;
import dev.coppice.search.index.IndexedEntry;
import dev.coppice.search.index.ScanPosition;
import dev.coppice.search.index.Scans;
import dev.coppice.session.NewSession;
import dev.coppice.session.Removals;
import dev.coppice.session.SessionName;
import dev.coppice.tool.ToolArguments;
import dev.coppice.tool.Tools;
import jakarta.ejb.EJBException;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.hibernate.search.mapper.orm.Search;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of context that deleted sessions leave, and failures of providers and stored agents. */
class ContextLeftoversIT extends InsideTest {
    private static final String TABLES =
            """
            select (select count(*) from session_block b where b.session_pk = ?)
            + (select count(*) from frozen_prompt p where p.session_pk = ?)
            + (select count(*) from context_entry e where e.session_pk = ?)
            + (select count(*) from context_owner o where o.scope in ('session', 'gone') and o.name = ?)""";

    private static final String STORES =
            """
            select count(*) from context_store s left join context_owner o on o.id = s.owner_id where o.id is null""";

    private static final String VERSIONS =
            """
            select count(*) from context_version v left join context_store s on s.id = v.store_id where s.id is null""";

    @Inject
    private Agents agents;

    @Inject
    private Removals removals;

    @Inject
    private ContextBlocks blocks;

    @Inject
    private BlockEntries entries;

    @Inject
    private ContextPurge purge;

    @Inject
    private Scans scans;

    @Inject
    private Prompts prompts;

    @Inject
    private Tools tools;

    private SessionName session(String agent, Long ttl) {
        var name = SessionName.of("default", "inside", UUID.randomUUID().toString());
        sessions.create(name, new NewSession(null, null, agent, null, null, "ada", null, null, null, ttl, null, null));
        return name;
    }

    private String agent(String blocks) {
        var name = UUID.randomUUID().toString();
        var body = ("{'context':[" + blocks + "]}").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        agents.put("default", name, AgentSpec.read(body, name), Precondition.NONE);
        return name;
    }

    private static BlockSpec block(String label, ProviderType type, BlockScope scope) {
        return new BlockSpec(label, null, null, ProviderSpec.of(type), scope, null);
    }

    private long rows(long session) {
        return number(TABLES, session, session, session, Long.toString(session));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void removedSessionLeavesOnlySharedBlocks(boolean expired) {
        var shared = "shared-" + UUID.randomUUID();
        var agent = agent("{'label':'" + shared + "','scope':'tenant'}");
        var name = session(agent, 1000L);
        long number = sessions.read(name).id();
        blocks.add(name, block("m", ProviderType.STORED, null));
        blocks.add(name, block("k", ProviderType.SEARCH, null));
        for (int i = 0; i < 250; i++) {
            blocks.replace(name, "m", "text " + i, Precondition.NONE);
            entries.put(name, "k", new BlockEntry("key" + i, null, null, "text"), Precondition.NONE);
        }
        blocks.replace(name, shared, "shared", Precondition.NONE);
        prompts.freeze(name, false);
        assertTrue(rows(number) > 250);
        if (expired) {
            expire(name);
        } else {
            sessions.delete(name, Precondition.NONE);
        }
        while (purge.step()) {
            // the sweep does the same concurrently
        }
        assertEquals(0, rows(number));
        assertEquals(0, number(STORES));
        assertEquals(0, number(VERSIONS));
        assertEquals("shared", blocks.get(session(agent, null), shared).content());
    }

    private void expire(SessionName name) {
        try {
            transaction.begin();
            em.createNativeQuery("update session set expires_at = 1 where session_id = ?")
                    .setParameter(1, name.id())
                    .executeUpdate();
            transaction.commit();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        removals.removeExpired(1000);
    }

    @Test
    void documentsIndexedAfterAnErasureAreRemovedWithTheRows() throws Exception {
        var agent = agent("{'label':'k','scope':'user','provider':{'type':'search'}}");
        var user = UUID.randomUUID().toString();
        var name = SessionName.of("default", "inside", UUID.randomUUID().toString());
        sessions.create(name, new NewSession(null, null, agent, null, null, user, null, null, null, null, null, null));
        entries.put(name, "k", new BlockEntry("key", null, null, "text"), Precondition.NONE);
        long entry = number("select max(id) from context_entry");
        EventsIT.await(() -> documentsOf(entry) == 1);
        purge.erase(sessions.read(name).tenant(), user, new dev.coppice.session.ErasureCount());
        EventsIT.await(() -> documentsOf(entry) == 0);
        scans.write(new ScanPosition(DocumentType.ENTRY, List.of(entry - 1)));
        while (purge.step()) {
            // the sweep does the same concurrently
        }
        EventsIT.await(() -> documentsOf(entry) == 0);
    }

    private long documentsOf(long entry) {
        return Search.session(em)
                .search(IndexedEntry.class)
                .where(f -> f.id().matching(entry))
                .fetchTotalHitCount();
    }

    @Test
    void removedBlocksLeaveNoRows() {
        var name = session();
        for (int i = 0; i < 20; i++) {
            blocks.add(name, block("b" + i, ProviderType.STORED, null));
            blocks.remove(name, "b" + i, Precondition.NONE);
        }
        assertEquals(
                0,
                number(
                        "select count(*) from session_block where session_pk = ?",
                        sessions.read(name).id()));
    }

    /** When a slow rendering is stored, another user's session may have the name. */
    @Test
    void promptIsStoredOnlyForTheSessionItWasRenderedFor() {
        var name = session();
        blocks.add(name, block("m", ProviderType.STORED, null));
        blocks.replace(name, "m", "secret", Precondition.NONE);
        var rendering = prompts.render(name);
        sessions.delete(name, Precondition.NONE);
        sessions.create(name, NewSession.DEFAULTS);
        for (var keeping :
                List.<Runnable>of(() -> prompts.store(name, rendering), () -> prompts.refresh(name, rendering))) {
            assertEquals(
                    Code.SESSION_NOT_FOUND,
                    assertThrows(Problem.class, keeping::run).code());
        }
        assertEquals("", prompts.freeze(name, false).prompt());
    }

    /** The refresh that began first is slow, so it ends last. */
    @Test
    void refreshThatBeganEarlierDoesNotReplaceNewerPrompt() {
        var name = session();
        blocks.add(name, block("m", ProviderType.STORED, null));
        blocks.replace(name, "m", "old", Precondition.NONE);
        var first = prompts.render(name);
        blocks.replace(name, "m", "new", Precondition.NONE);
        EventsIT.await(() -> DatabaseClock.now() > first.began());
        var second = prompts.render(name);
        prompts.refresh(name, second);
        assertEquals(second.prompt(), prompts.refresh(name, first).prompt());
        assertEquals(second.prompt(), prompts.freeze(name, false).prompt());
        assertFalse(prompts.freeze(name, false).stale());
    }

    /** The client cannot mend it: a server error, not a 4xx. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"future\":1}", "{", "[]"})
    void unreadableStoredAgentIsAServerError(String body) throws Exception {
        var agent = agent("{'label':'m'}");
        var name = session(agent, null);
        transaction.begin();
        em.createNativeQuery("update agent set body = ? where name = ?")
                .setParameter(1, body.getBytes(StandardCharsets.UTF_8))
                .setParameter(2, agent)
                .executeUpdate();
        transaction.commit();
        for (var call : List.<Runnable>of(
                () -> blocks.list(name), () -> prompts.freeze(name, false), () -> agents.get("default", agent))) {
            var thrown = assertThrows(EJBException.class, call::run);
            for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
                assertFalse(cause instanceof Problem, thrown.toString());
            }
        }
        agents.delete("default", agent, Precondition.NONE);
        assertEquals(0, blocks.list(name).size());
    }

    @Test
    void failingProviderChangesNothing() {
        var name = session(
                agent("{'label':'bad','provider':{'type':'bean','name':'failingProvider'}},{'label':'m'}"), null);
        long number = sessions.read(name).id();
        FailingProvider.fails = true;
        var version = sessions.read(name).version();
        assertThrows(EJBException.class, () -> prompts.freeze(name, false));
        assertThrows(EJBException.class, () -> prompts.refresh(name));
        assertThrows(EJBException.class, () -> call(name, "set_context", "{'label':'bad','content':'x'}"));
        assertEquals(version, sessions.read(name).version());
        assertEquals(0, rows(number));
        FailingProvider.fails = false;
        assertEquals("Written to bad. Usage: 6 tokens", call(name, "set_context", "{'label':'bad','content':'x'}"));
        assertTrue(prompts.freeze(name, false).prompt().contains("half ? a pair"));
        var frozen = prompts.freeze(name, false).prompt();
        blocks.replace(name, "m", "changed", Precondition.NONE);
        FailingProvider.fails = true;
        assertEquals(frozen, prompts.freeze(name, false).prompt());
        assertTrue(prompts.freeze(name, false).stale());
        assertThrows(EJBException.class, () -> prompts.freeze(name, true));
        FailingProvider.fails = false;
    }

    @Test
    void beanThatReturnsNullIsEmptyBlock() {
        var name = session(agent("{'label':'void','provider':{'type':'bean','name':'nullProvider'}}"), null);
        assertEquals("", blocks.get(name, "void").content());
        assertEquals(List.of(), blocks.get(name, "void").loaded());
        assertTrue(prompts.freeze(name, true).prompt().contains("VOID [searchable]"));
        assertEquals("Not found: k", call(name, "load_context", "{'label':'void','key':'k'}"));
        assertEquals("No results found.", call(name, "search_context", "{'label':'void','query':'q'}"));
        assertEquals(List.of(), entries.search(name, "void", "q", 5));
        assertEquals(List.of(), entries.list(name, "void", 5, null).items());
        assertEquals(
                Code.ENTRY_NOT_FOUND,
                assertThrows(Problem.class, () -> entries.get(name, "void", "k"))
                        .code());
        assertTrue(call(name, "set_context", "{'label':'void','content':'some text'}")
                .startsWith("Indexed \"some-text-"));
        assertEquals(
                "Indexed \"A b\" in void.", call(name, "set_context", "{'label':'void','content':'c','key':'A b'}"));
        assertEquals(
                "Indexed \"a-b\" in void.",
                call(name, "set_context", "{'label':'void','content':'c','metadata':{'title':'A b'}}"));
    }

    private String call(SessionName name, String tool, String arguments) {
        return tools.call(
                name, tool, ToolArguments.read(arguments.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }
}
