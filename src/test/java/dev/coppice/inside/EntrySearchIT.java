package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.api.Precondition;
import dev.coppice.search.EntrySearch;
import dev.coppice.search.HitOptions;
import dev.coppice.search.SearchFilter;
import dev.coppice.search.SearchQuery;
import dev.coppice.search.SearchSettings;
import dev.coppice.search.Searches;
import dev.coppice.search.index.DocumentType;
import dev.coppice.search.index.Documents;
import dev.coppice.search.index.Index;
import dev.coppice.search.index.IndexStatus.ScanProgress;
import dev.coppice.search.index.IndexStatus.State;
import dev.coppice.search.index.IndexedEntry;
import dev.coppice.session.Session;
import dev.coppice.session.SessionChange;
import dev.coppice.session.SessionEvent;
import dev.coppice.session.SessionName;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.hibernate.search.mapper.orm.Search;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Entries of searchable blocks are found by their words as soon as they are written. */
@Order(InsideTest.FIRST)
class EntrySearchIT extends InsideTest {
    /** Added to bounds, for busy machines. */
    private static final Duration SPARE = Duration.ofSeconds(20);

    @Inject
    private SearchSettings settings;

    @Inject
    private EntrySearch entries;

    @Inject
    private Searches searches;

    @Inject
    private Documents documents;

    @Inject
    private Index index;

    @Inject
    private Event<SessionChange> happened;

    /** The event of a session's blocks when an entry is written; without an entry, when it is removed. */
    record BlockWritten(SessionName session, Long entry) implements SessionEvent {
        @Override
        public void writeMembers(JsonGenerator out) throws IOException {
            out.writeStringField("label", "knowledge");
            if (entry != null) {
                out.writeNumberField("entry", entry);
            }
        }
    }

    private SessionName name;
    private Session session;
    private long store;

    @BeforeEach
    void makeStore() {
        name = session();
        session = sessions.read(name);
        store = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    }

    private interface Change {
        void run() throws Exception;
    }

    private void commit(Change change) throws Exception {
        transaction.begin();
        change.run();
        transaction.commit();
    }

    private void fireBlockWritten(Long entry) {
        happened.fire(new SessionChange(session, List.of(new BlockWritten(name, entry))));
    }

    private long insert(Long owner, String key, String title, String description, String content) {
        var text = content.getBytes(StandardCharsets.UTF_8);
        em.createNativeQuery(
                        """
                        insert into context_entry (store_id, tenant_id, session_pk, entry_key, title, description, content,
                        bytes, version, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, 1, 1, 1)""")
                .setParameter(1, store)
                .setParameter(2, session.tenant())
                .setParameter(3, owner)
                .setParameter(4, key)
                .setParameter(5, title)
                .setParameter(6, description)
                .setParameter(7, text)
                .setParameter(8, text.length)
                .executeUpdate();
        return number("select id from context_entry where store_id = ? and entry_key = ?", store, key);
    }

    private long write(String key, String title, String description, String content) throws Exception {
        transaction.begin();
        long id = insert(null, key, title, description, content);
        fireBlockWritten(id);
        transaction.commit();
        return id;
    }

    private long write(String content) throws Exception {
        return write("k" + UUID.randomUUID(), null, null, content);
    }

    private void rewrite(long entry, String content) {
        em.createNativeQuery("update context_entry set content = ? where id = ?")
                .setParameter(1, content.getBytes(StandardCharsets.UTF_8))
                .setParameter(2, entry)
                .executeUpdate();
    }

    private void delete(long entry) {
        em.createNativeQuery("delete from context_entry where id = ?")
                .setParameter(1, entry)
                .executeUpdate();
    }

    private List<Long> found(String query) {
        return entries.search(session.tenant(), store, query, 10);
    }

    private long documentsOf(long entry) {
        return Search.session(em)
                .search(IndexedEntry.class)
                .where(f -> f.id().matching(entry))
                .fetchTotalHitCount();
    }

    @Test
    void writtenEntryIsFoundAtOnce() throws Exception {
        for (int i = 0; i < 20; i++) {
            long entry = write("entry number x" + i);
            assertEquals(List.of(entry), found("x" + i));
        }
    }

    @Test
    void keyTitleDescriptionAndContentAreSearched() throws Exception {
        long entry = write("coffee-habits", "Morning drinks", "What people order", "Espresso, mostly.");
        for (var query : List.of("coffee", "morning", "ordered", "espresso", "habits drinks people mostly")) {
            assertEquals(List.of(entry), found(query), query);
        }
    }

    @Test
    void replacedTextIsFoundByItsNewWordsOnly() throws Exception {
        long entry = write("the old pelican");
        assertEquals(List.of(entry), found("pelican"));
        commit(() -> {
            rewrite(entry, "the new albatross");
            fireBlockWritten(entry);
        });
        assertEquals(List.of(entry), found("albatross"));
        assertEquals(List.of(), found("pelican"));
    }

    @Test
    void removedEntryIsNotFound() throws Exception {
        long entry = write("a pelican");
        long other = write("another pelican");
        assertEquals(List.of(entry, other), found("pelican"));
        commit(() -> {
            delete(entry);
            fireBlockWritten(entry);
        });
        assertEquals(List.of(other), found("pelican"));
        assertEquals(0, documentsOf(entry));
    }

    @Test
    void textOfABlockIsNoEntry() throws Exception {
        commit(() -> fireBlockWritten(null));
        assertEquals(List.of(), found("knowledge"));
        assertEquals(State.OK, index.status().state());
    }

    @Test
    void otherStoresAndTenantsFindNothing() throws Exception {
        long entry = write("a pelican");
        assertEquals(List.of(entry), found("pelican"));
        assertEquals(List.of(), entries.search(session.tenant(), store + 1, "pelican", 10));
        assertEquals(List.of(), entries.search(session.tenant() + 1, store, "pelican", 10));
    }

    @Test
    void wordsOfAnyLanguageAreFound() throws Exception {
        long german = write("Die Straßenbahn fährt über die Brücke");
        long chinese = write("我们星期五部署新版本");
        assertEquals(List.of(german), found("FAHRT uber"));
        assertEquals(List.of(german), found("Brücke"));
        assertEquals(List.of(german), found("bru\u0308cke strassenbahn"));
        assertEquals(List.of(chinese), found("部署"));
        assertEquals(List.of(chinese), found("五"));
        assertEquals(List.of(), found("部署 -新版"));
    }

    @Test
    void queryLanguageIsThatOfMessageSearch() throws Exception {
        long one = write("deployment is on Friday");
        long other = write("on Friday we rest after a deployment");
        assertEquals(2, found("deployment friday").size());
        assertEquals(List.of(one), found("\"deployment is on friday\""));
        assertEquals(List.of(one), found("deployment -rest"));
        assertEquals(2, found("deploy*").size());
        assertEquals(List.of(other), found("friday re*"));
        assertEquals(List.of(), found("-friday"));
        assertEquals(2, found("\"friday").size());
    }

    @Test
    void bestPartialMatchesAreFoundIfNoneMatchesAll() throws Exception {
        long two = write("a red bicycle with a bell");
        long one = write("a red car");
        assertEquals(List.of(two, one), found("red bicycle submarine"));
        assertEquals(List.of(two), found("red bicycle"));
        assertEquals(List.of(), found("submarine"));
    }

    @Test
    void aQueryWithoutWordsFindsNothing() throws Exception {
        write("something");
        for (var query : List.of("", " ", "\u00a0", "\"", "***", "-", "?!")) {
            assertEquals(List.of(), found(query), query);
        }
        assertEquals(List.of(), entries.search(session.tenant(), store, null, 10));
    }

    @Test
    void bestHitsComeFirstUpToTheLimit() throws Exception {
        write("a pelican among many other birds, fishes and beasts of the field that nobody has counted so far");
        long best = write("pelican");
        assertEquals(best, found("pelican").get(0));
        assertEquals(List.of(best), entries.search(session.tenant(), store, "pelican", 1));
    }

    @Test
    void entryWrittenInATransactionIsFoundAfterIt() throws Exception {
        long before = write("an early pelican");
        transaction.begin();
        long entry = insert(null, "k", null, null, "a late pelican");
        fireBlockWritten(entry);
        assertEquals(List.of(before), found("pelican"));
        transaction.commit();
        assertEquals(List.of(before, entry).size(), found("pelican").size());
    }

    @Test
    void entryRemovedInATransactionIsNotFound() throws Exception {
        long entry = write("a pelican");
        transaction.begin();
        delete(entry);
        assertEquals(List.of(), found("pelican"));
        transaction.rollback();
        assertEquals(List.of(entry), found("pelican"));
    }

    @Test
    void concurrentSearchesFindEarlierEntries() throws Exception {
        var searchers = Executors.newFixedThreadPool(8);
        try {
            for (int i = 0; i < 10; i++) {
                var word = "x" + i;
                long entry = write(word);
                var answers = new ArrayList<Future<List<Long>>>();
                for (int n = 0; n < 16; n++) {
                    answers.add(searchers.submit(() -> found(word)));
                }
                for (var answer : answers) {
                    assertEquals(List.of(entry), answer.get());
                }
            }
        } finally {
            searchers.shutdown();
        }
    }

    @Test
    void waitForASlowIndexIsBounded() throws Exception {
        long before = write("an early pelican");
        assertEquals(List.of(before), found("pelican"));
        transaction.begin();
        number("select last_position from event_sequence where id = 1 for update");
        long began = System.nanoTime();
        assertEquals(List.of(before), found("pelican"));
        var waited = Duration.ofNanos(System.nanoTime() - began);
        transaction.rollback();
        var bound = settings.catchUp().plus(SPARE);
        assertTrue(waited.compareTo(bound) < 0, waited.toString());
        long entry = write("a late pelican");
        assertTrue(found("pelican").contains(entry));
    }

    @Test
    void entryIsNoMessage() throws Exception {
        var word = "w" + UUID.randomUUID().toString().replace("-", "");
        long entry = write(word);
        assertEquals(List.of(entry), found(word));
        var everywhere = new SearchFilter(null, null, null, null, null, null, null, null);
        assertEquals(
                List.of(),
                searches.across("default", SearchQuery.parse(word), everywhere, HitOptions.best(10))
                        .items());
    }

    @Test
    void entriesOfADeletedSessionAreRemoved() throws Exception {
        long shared = write("a shared pelican");
        transaction.begin();
        long own = insert(session.id(), "own", null, null, "a pelican of its own");
        fireBlockWritten(own);
        transaction.commit();
        assertEquals(2, found("pelican").size());
        messages.clear(name, Precondition.NONE);
        assertEquals(2, found("pelican").size());
        commit(() -> {
            delete(own);
            sessions.delete(name, Precondition.NONE);
        });
        assertEquals(List.of(shared), found("pelican"));
        assertEquals(0, documentsOf(own));
        assertEquals(1, documentsOf(shared));
    }

    private void verified() throws Exception {
        index.verify();
        finished(() -> index.status().verify());
    }

    private void finished(Supplier<ScanProgress> progress) throws Exception {
        EventsIT.await(() -> index.status().state() == State.OK
                && progress.get() != null
                && progress.get().finishedAt() != null);
    }

    @Test
    void verificationRepairsEntries() throws Exception {
        long lost = write("a lost pelican");
        long changed = write("a changed pelican");
        long stale = write("a stale pelican");
        assertEquals(3, found("pelican").size());
        documents.remove(DocumentType.ENTRY, List.of(lost));
        commit(() -> {
            rewrite(changed, "now an albatross");
            delete(stale);
        });
        assertEquals(List.of(changed), found("pelican"));
        verified();
        assertEquals(List.of(lost), found("pelican"));
        assertEquals(List.of(changed), found("albatross"));
        assertEquals(0, documentsOf(stale));
        var progress = index.status().verify();
        assertTrue(progress.missing() >= 1 && progress.wrong() >= 1 && progress.stale() >= 1, progress.toString());
        verified();
        progress = index.status().verify();
        assertEquals(0, progress.missing() + progress.wrong() + progress.stale(), progress.toString());
    }

    @Test
    void rebuildContainsEntries() throws Exception {
        long lost = write("a lost pelican");
        long stale = write("a stale pelican");
        documents.remove(DocumentType.ENTRY, List.of(lost));
        commit(() -> delete(stale));
        index.rebuild();
        long meanwhile = write("a pelican that came in between");
        assertTrue(found("pelican").contains(meanwhile));
        finished(() -> index.status().rebuild());
        finished(() -> index.status().verify());
        assertEquals(2, found("pelican").size());
        assertTrue(found("pelican").contains(lost));
        assertEquals(0, documentsOf(stale));
    }
}
