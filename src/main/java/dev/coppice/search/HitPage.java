package dev.coppice.search;

import dev.coppice.format.MessageText;
import dev.coppice.message.VisibleMessage;
import dev.coppice.message.VisibleMessages;
import dev.coppice.search.HitVisibility.VisibleHit;
import dev.coppice.search.QueryTerms.Piece;
import dev.coppice.search.index.TextAnalyzer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Builds a page of hits from the ranked results of a search. The page contains the first results that the client can
 * see, up to the limit of hits. The messages of a page, with the neighboring ones that it shows, together have at most
 * as many bytes as one message may have ({@code coppice.message.max-bytes}); the first hit is included even if it is
 * larger. For one search; not thread-safe.
 */
final class HitPage {
    /**
     * Number of results for which one query checks whether the client can see them; a query checks more if the page
     * still needs more hits. The client can see most results, so one query is usually enough.
     */
    private static final int BATCH = 32;

    private static final MessageText NO_TEXT = new MessageText("", "");

    private final VisibleMessages messages;
    private final HitVisibility visibility;
    private final HitOptions options;
    private final long maxBytes;
    private final TextAnalyzer stems;

    HitPage(VisibleMessages messages, HitVisibility visibility, HitOptions options, long maxBytes, TextAnalyzer stems) {
        this.messages = messages;
        this.visibility = visibility;
        this.options = options;
        this.maxBytes = maxBytes;
        this.stems = stems;
    }

    /**
     * A hit whose text is not read yet.
     *
     * @param before the message before it, if the page shows neighboring messages and there is one
     * @param after the message after it, likewise
     */
    private record Unread(VisibleHit hit, Optional<VisibleMessage> before, Optional<VisibleMessage> after) {
        VisibleMessage message() {
            return hit.message();
        }

        long bytes() {
            return message().bytes()
                    + before.map(VisibleMessage::bytes).orElse(0)
                    + (long) after.map(VisibleMessage::bytes).orElse(0);
        }
    }

    /**
     * Returns a page of hits. A message that is deleted while the page is built is left out. {@link Hits#behind} is
     * always false in the result; the caller sets it, because only the caller knows whether the search had to wait for
     * the index.
     *
     * @param shown the hits on the pages before
     * @param ranked the results of the search, best first, at most {@link Matches#MAX}; the client may not see all of
     *     them
     * @param timedOut true if the search timed out, so that more messages may match
     * @param pieces the words, phrases and prefixes of the query, to be highlighted in snippets
     */
    Hits of(ShownHits shown, List<Candidate> ranked, boolean timedOut, Collection<Piece> pieces) {
        var visible = visible(shown.rest(ranked), MessageVersions.of(ranked));
        var page = page(visible);
        options.memory().accept(page.stream().mapToLong(Unread::bytes).sum());
        var texts = messages.texts(page.stream().map(Unread::message).toList());
        var hits = new ArrayList<Hit>();
        for (var one : page) {
            var text = texts.get(one.message());
            if (text != null) {
                hits.add(hit(one, text, pieces));
            }
        }
        var now = shown.with(page.stream().map(one -> one.hit().candidate().position()));
        boolean more = (visible.size() > page.size() || timedOut) && !now.isComplete();
        return new Hits(hits, more ? now.toCursor() : null, shown.partial(), timedOut, false);
    }

    /**
     * Returns the first results that the client can see: at least one more than the limit of the page, if there are
     * that many. The additional result shows that there is a next page.
     *
     * @param ranked the results from which the page is made, best first
     * @param versions all results of the search, grouped by message
     */
    private List<VisibleHit> visible(List<Candidate> ranked, MessageVersions versions) {
        var visible = new ArrayList<VisibleHit>();
        for (int at = 0; at < ranked.size() && visible.size() <= options.limit(); ) {
            int end = Math.min(ranked.size(), at + Math.max(BATCH, options.limit() + 1 - visible.size()));
            visible.addAll(visibility.visible(ranked.subList(at, end), versions));
            at = end;
        }
        return visible;
    }

    /** Returns the first results, as many as fit on the page: it has a limit of hits and a limit of bytes. */
    private List<Unread> page(List<VisibleHit> visible) {
        var page = new ArrayList<Unread>();
        long bytes = 0;
        for (var hit : visible.subList(0, Math.min(options.limit(), visible.size()))) {
            var one = unread(hit);
            bytes += one.bytes();
            if (!page.isEmpty() && bytes > maxBytes) {
                break;
            }
            page.add(one);
        }
        return page;
    }

    private Unread unread(VisibleHit hit) {
        return options.neighbours()
                ? new Unread(hit, messages.before(hit.message()), messages.after(hit.message()))
                : new Unread(hit, Optional.empty(), Optional.empty());
    }

    private Hit hit(Unread unread, MessageText text, Collection<Piece> pieces) {
        var visible = unread.hit();
        var message = unread.message();
        var snippet = Snippet.of(text.said(), pieces, stems);
        if (!snippet.contains("<mark>") && !text.aside().isEmpty()) {
            snippet = Snippet.of(text.aside(), pieces, stems);
        }
        return new Hit(
                visible.session().name(),
                visible.session().session().name(),
                message.id(),
                message.role(),
                message.createdAt(),
                visible.candidate().score(),
                snippet,
                options.text() ? text.shown() : null,
                options.neighbours()
                        ? new Hit.Neighbours(neighbour(unread.before()), neighbour(unread.after()))
                        : null);
    }

    /** Returns the JSON form of a neighboring message, with its text; null if there is no such message. */
    private Hit.Neighbour neighbour(Optional<VisibleMessage> message) {
        return message.map(each -> new Hit.Neighbour(
                        each.id(),
                        each.role(),
                        each.createdAt(),
                        messages.texts(List.of(each))
                                .getOrDefault(each, NO_TEXT)
                                .shown()))
                .orElse(null);
    }
}
