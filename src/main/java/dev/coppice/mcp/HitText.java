package dev.coppice.mcp;

import dev.coppice.format.PromptFraming;
import dev.coppice.json.Times;
import dev.coppice.search.Hit;
import dev.coppice.search.Hits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the hits of a search as texts for a model. Pure. */
final class HitText {
    private HitText() {}

    /**
     * Returns the hits as a text with the ids that other tools take as arguments. The text also says how to get more
     * hits. If there are no hits, the text says so.
     */
    static String of(Hits hits) {
        if (hits.items().isEmpty()) {
            return hits.timedOut()
                    ? "The search took too long and has found nothing so far. Pass fewer or rarer words" + goOn(hits)
                    : "No results found. Try other or fewer words.";
        }
        var text = new StringBuilder(hits.partial() ? "No message has all words; these have some of them.\n\n" : "");
        text.append(hits.items().stream().map(HitText::shown).collect(Collectors.joining("\n\n")));
        if (hits.timedOut()) {
            text.append("\n\nThe search took too long; there may be more hits.");
        }
        if (hits.nextCursor() != null) {
            text.append("\n\nMore: cursor=").append(hits.nextCursor());
        }
        return text.toString();
    }

    private static String goOn(Hits hits) {
        return hits.nextCursor() == null ? "." : ", or search on with cursor=" + hits.nextCursor();
    }

    private static String shown(Hit hit) {
        var namespace = hit.session().namespace();
        return '[' + title(hit) + ", " + Lines.one(hit.role()) + ", " + Times.text(hit.createdAt())
                + "]\nsession_id: " + hit.session().id() + (namespace.isEmpty() ? "" : ", namespace: " + namespace)
                + ", message_id: " + hit.messageId() + '\n' + PromptFraming.unframed(plain(hit.snippet()));
    }

    /** Returns the display name of a hit's session as one line; the id of the session if it has no display name. */
    static String title(Hit hit) {
        var name = hit.sessionName();
        return Lines.one(name == null || name.isBlank() ? hit.session().id() : name);
    }

    /** Returns a hit as data for programs: an item of the member {@code structuredContent} of a tool result. */
    static Map<String, Object> toMap(Hit hit) {
        var map = new LinkedHashMap<String, Object>();
        map.put("session_id", hit.session().id());
        map.put("namespace", hit.session().namespace());
        map.put("session_name", hit.sessionName());
        map.put("message_id", hit.messageId());
        map.put("role", hit.role());
        map.put("created_at", Times.text(hit.createdAt()));
        map.put("text", plain(hit.snippet()));
        return map;
    }

    /**
     * Converts a snippet to plain text. A snippet is HTML with matches in {@code <mark>} and everything else escaped.
     */
    static String plain(String snippet) {
        return snippet.replace("<mark>", "")
                .replace("</mark>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }
}
