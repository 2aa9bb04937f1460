package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.message.Append;
import dev.coppice.search.Hit;
import dev.coppice.search.SearchFilter;
import dev.coppice.search.SearchQuery;
import dev.coppice.search.Searches;
import dev.coppice.search.Shown;
import dev.coppice.session.SessionName;
import dev.coppice.web.Precondition;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a fork inherited is found in it, as it sees it, and once over all sessions. */
class InheritedSearchIT extends Inside {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Inject
    private Searches searches;

    /** A word that no other test says. */
    private final String word = "w" + UUID.randomUUID().toString().replace("-", "");

    private void say(SessionName name, String id, String text) {
        messages.append(name, Append.atLeaf(List.of(message(id, text))), false, Precondition.NONE);
    }

    private List<String> within(SessionName name, String query) {
        return ids(searches.within(name, SearchQuery.parse(query), null, null, Shown.best(10))
                .items());
    }

    private List<String> across(String query) {
        var everywhere = new SearchFilter(null, null, null, null, null, null, null, null);
        return ids(searches.across("default", SearchQuery.parse(query), everywhere, Shown.best(10))
                .items());
    }

    private static List<String> ids(List<Hit> hits) {
        return hits.stream().map(Hit::messageId).sorted().toList();
    }

    private static void await(List<String> expected, Supplier<List<String>> found) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!found.get().equals(expected) && System.nanoTime() < end) {
            Thread.onSpinWait(); // the index follows
        }
        assertEquals(expected, found.get());
    }

    @Test
    void whatWasInheritedIsFoundInTheForkAndOnceOverAll() throws Exception {
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
    void eachSideFindsItsOwnText() throws Exception {
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
