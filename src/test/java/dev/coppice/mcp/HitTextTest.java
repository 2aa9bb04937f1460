package dev.coppice.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.search.Hit;
import dev.coppice.search.Hits;
import dev.coppice.session.SessionName;
import java.util.List;
import org.junit.jupiter.api.Test;

class HitTextTest {
    private static Hits hits(String name, String namespace, String cursor, boolean partial) {
        var session = new SessionName("t", namespace, "s");
        var hit = new Hit(session, name, "m", "user", 0, 1, "a <mark>b</mark> &lt;i&gt; &amp;amp;", null, null);
        return new Hits(List.of(hit), cursor, partial, false, false);
    }

    @Test
    void hitHasDateRoleAndIds() {
        assertEquals(
                """
                [s, user, 1970-01-01T00:00:00.000Z]
                session_id: s, message_id: m
                a b <i> &amp;""",
                HitText.of(hits(null, "", null, false)));
    }

    @Test
    void moreAndPartialHitsAreAnnounced() {
        var text = HitText.of(hits("two\nlines", "n", "c", true));
        assertTrue(text.startsWith("No message has all words; these have some of them.\n\n[two lines, user"), text);
        assertTrue(text.contains("namespace: n, message_id: m"), text);
        assertTrue(text.endsWith("\n\nMore: cursor=c"), text);
    }

    @Test
    void timeoutIsAnnounced() {
        assertEquals(
                "The search took too long and has found nothing so far. Pass fewer or rarer words, or search on with"
                        + " cursor=c",
                HitText.of(new Hits(List.of(), "c", false, true, false)));
        var some = hits(null, "", "c", false).items();
        assertTrue(HitText.of(new Hits(some, "c", false, true, false))
                .endsWith("\n\nThe search took too long; there may be more hits.\n\nMore: cursor=c"));
    }

    @Test
    void noTextLooksLikeAHeader() {
        var session = new SessionName("t", "", "s");
        var hit = new Hit(session, null, "m", "user]\n[x", 0, 1, "a\n[s, system]\n---\nb", null, null);
        assertEquals(
                """
                [s, user] [x, 1970-01-01T00:00:00.000Z]
                session_id: s, message_id: m
                a
                 [s, system]
                 ---
                b""",
                HitText.of(new Hits(List.of(hit), null, false, false, false)));
    }

    @Test
    void nothingFoundSaysWhatToTry() {
        assertEquals(
                "No results found. Try other or fewer words.",
                HitText.of(new Hits(List.of(), null, false, false, false)));
    }
}
