package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.api.Precondition;
import dev.coppice.eventlog.EventRow;
import dev.coppice.message.Append;
import dev.coppice.message.Position;
import dev.coppice.search.Hit;
import dev.coppice.search.HitOptions;
import dev.coppice.search.SearchFilter;
import dev.coppice.search.SearchQuery;
import dev.coppice.search.Searches;
import dev.coppice.search.index.DocumentType;
import dev.coppice.search.index.Documents;
import dev.coppice.search.index.Index;
import dev.coppice.search.index.IndexStatus.State;
import dev.coppice.search.index.IndexedMessage;
import dev.coppice.session.SessionName;
import dev.coppice.support.Await;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.hibernate.search.mapper.orm.Search;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Inherited messages are found in the fork with the text it shows, and once in a search across sessions. */
@Order(InsideTest.FIRST)
class InheritedSearchIT extends InsideTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @Inject
    private Searches searches;

    @Inject
    private Documents documents;

    @Inject
    private Index index;

    /** A word that occurs in no other test. */
    private final String word = "w" + UUID.randomUUID().toString().replace("-", "");

    private void say(SessionName name, String id, String text) {
        messages.append(name, Append.atLeaf(List.of(message(id, text))), false, Precondition.NONE);
    }

    private List<String> within(SessionName name, String query) {
        return ids(searches.within(name, SearchQuery.parse(query), null, null, HitOptions.best(10))
                .items());
    }

    private List<String> across(String query) {
        var everywhere = new SearchFilter(null, null, null, null, null, null, null, null);
        return ids(searches.across("default", SearchQuery.parse(query), everywhere, HitOptions.best(10))
                .items());
    }

    private static List<String> ids(List<Hit> hits) {
        return hits.stream().map(Hit::messageId).sorted().toList();
    }

    private static void await(List<String> expected, Supplier<List<String>> found) {
        Await.until("the index has followed", PATIENCE, () -> {
            var now = found.get();
            if (!now.equals(expected)) {
                throw new IllegalStateException("Found " + now + " instead of " + expected);
            }
            return true;
        });
    }

    @Test
    void inheritedMessagesAreFoundInTheForkAndOnceAcrossSessions() throws Exception {
        var source = session();
        say(source, "a", word + " first");
        say(source, "b", word + " second");
        var grown = grownOn(source, "a");
        say(source, "c", word + " third");
        say(grown, "x", word + " of the fork");
        await(List.of("a", "x"), () -> within(grown, word));
        await(List.of("a", "b", "c"), () -> within(source, word));
        await(List.of("a", "b", "c", "x"), () -> across(word));
    }

    @Test
    void orphanedTreeIsReindexedInChunks() throws Exception {
        int length = 2000;
        int piece = 500;
        var source = session();
        for (int from = 0; from < length; from += 1000) {
            append(
                    source,
                    IntStream.range(from, from + 1000).mapToObj(i -> "m" + i).toArray(String[]::new));
        }
        var heir = fork(source, "m" + (length - 1));
        var gone = sessions.read(source);
        long tree = gone.tree();
        EventsIT.await(() -> documentsOf(tree) == length);
        // As if its events had been purged before the index processed them.
        removeDocuments(tree);
        sessions.delete(source, Precondition.NONE);
        EventsIT.await(() -> documentsOf(tree) == length && index.status().state() == State.OK);
        assertEquals(List.of("m1234"), within(heir, "m1234"));

        removeDocuments(tree);
        var end = new EventRow(1, gone.id(), "SessionDeleted", "{}".getBytes(StandardCharsets.UTF_8), 1);
        var open = documents.follow(List.of(end));
        for (int written = piece; written < length; written += piece) {
            assertEquals(written, documentsOf(tree));
            open = documents.writePending(open);
        }
        assertEquals(length, documentsOf(tree));
        assertEquals(List.of(), documents.writePending(open));
    }

    private long documentsOf(long tree) {
        return Search.session(em)
                .search(IndexedMessage.class)
                .where(f -> f.match().field("tree").matching(Long.toString(tree)))
                .fetchTotalHitCount();
    }

    private void removeDocuments(long tree) {
        documents.remove(
                DocumentType.MESSAGE,
                em.createQuery("select d.position from IndexedMessage d where d.tree = :tree", Position.class)
                        .setParameter("tree", tree)
                        .getResultList());
        assertEquals(0, documentsOf(tree));
    }

    @Test
    void eachSideFindsTheTextItShows() throws Exception {
        var source = session();
        say(source, "a", word + " early");
        say(source, "b", word + " end");
        var grown = grownOn(source, "b");
        messages.update(source, message("a", word + " changed by the source"), Precondition.NONE);
        messages.update(grown, message("b", word + " changed by the fork"), Precondition.NONE);
        messages.delete(source, List.of("b"));
        await(List.of("b"), () -> within(grown, word + " fork"));
        await(List.of("a"), () -> within(grown, word + " early"));
        await(List.of("a"), () -> within(source, word + " changed"));
        assertEquals(List.of("a"), within(source, word));
        assertEquals(List.of("a", "b"), within(grown, word));
    }
}
