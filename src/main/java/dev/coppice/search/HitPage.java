package dev.coppice.search;

import dev.coppice.format.MessageText;
import dev.coppice.message.VisibleMessage;
import dev.coppice.message.VisibleMessages;
import dev.coppice.search.HitVisibility.Seen;
import dev.coppice.search.QueryTerms.Piece;
import dev.coppice.search.index.TextAnalyzer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Makes hits of ranked candidates: as many as are wanted and there. A page holds at most as many bytes as one message may
 * have, and at least one hit. For one search.
 */
final class HitPage {
    /** Candidates that are looked up at once: few are gone, so that one look is mostly enough. */
    private static final int LOOK = 32;

    private static final MessageText GONE = new MessageText("", "");

    private final VisibleMessages sightings;
    private final HitVisibility viewer;
    private final HitOptions shown;
    private final long maxBytes;
    private final TextAnalyzer stems;

    HitPage(VisibleMessages sightings, HitVisibility viewer, HitOptions shown, long maxBytes, TextAnalyzer stems) {
        this.sightings = sightings;
        this.viewer = viewer;
        this.shown = shown;
        this.maxBytes = maxBytes;
        this.stems = stems;
    }

    /**
     * What a page is of.
     *
     * @param partial of partial matches
     * @param timedOut of what was found until time was over
     */
    record Ranked(List<Candidate> candidates, boolean partial, boolean timedOut) {}

    /**
     * The page of a ranking behind a mark.
     *
     * @param mark null for the first page
     * @param pieces what snippets mark
     */
    Hits of(PageMark mark, Ranked all, Collection<Piece> pieces, int request) {
        var ranked = all.candidates();
        var rest = mark == null ? ranked : mark.rest(ranked);
        var seen = seen(rest, MessageVersions.of(ranked));
        int size = size(seen);
        var page = seen.subList(0, size);
        var texts = sightings.texts(page.stream().map(Seen::sighting).toList());
        var hits = new ArrayList<Hit>();
        for (var one : page) {
            var text = texts.get(one.sighting());
            if (text != null) {
                hits.add(hit(one, text, pieces));
            }
        }
        boolean more = seen.size() > size || all.timedOut();
        var next = !more
                ? null
                : size > 0
                        ? PageMark.behind(
                                request, all.partial(), page.get(size - 1).candidate())
                        : mark != null ? mark : PageMark.start(request, all.partial());
        return new Hits(hits, next == null ? null : next.toCursor(), all.partial(), all.timedOut());
    }

    /** One more than are shown, if there is one. */
    private List<Seen> seen(List<Candidate> ranked, MessageVersions all) {
        var seen = new ArrayList<Seen>();
        for (int at = 0; at < ranked.size() && seen.size() <= shown.limit(); ) {
            int end = Math.min(ranked.size(), at + Math.max(LOOK, shown.limit() + 1 - seen.size()));
            seen.addAll(viewer.see(ranked.subList(at, end), all));
            at = end;
        }
        return seen;
    }

    private int size(List<Seen> seen) {
        int size = 0;
        long bytes = 0;
        while (size < Math.min(shown.limit(), seen.size())) {
            bytes += seen.get(size).sighting().bytes();
            if (size > 0 && bytes > maxBytes) {
                break;
            }
            size++;
        }
        return size;
    }

    private Hit hit(Seen seen, MessageText text, Collection<Piece> pieces) {
        var sighting = seen.sighting();
        var snippet = Snippet.of(text.said(), pieces, stems);
        if (!snippet.contains("<mark>") && !text.aside().isEmpty()) {
            snippet = Snippet.of(text.aside(), pieces, stems);
        }
        return new Hit(
                seen.session().name(),
                seen.session().session().name(),
                sighting.id(),
                sighting.role(),
                sighting.createdAt(),
                seen.candidate().score(),
                snippet,
                shown.text() ? text.shown() : null,
                shown.neighbours() ? neighbours(sighting) : null);
    }

    private Hit.Neighbours neighbours(VisibleMessage sighting) {
        return new Hit.Neighbours(neighbour(sightings.before(sighting)), neighbour(sightings.after(sighting)));
    }

    private Hit.Neighbour neighbour(Optional<VisibleMessage> sighting) {
        return sighting.map(there -> new Hit.Neighbour(
                        there.id(),
                        there.role(),
                        there.createdAt(),
                        sightings
                                .texts(List.of(there))
                                .getOrDefault(there, GONE)
                                .shown()))
                .orElse(null);
    }
}
