package dev.coppice.search;

import dev.coppice.message.MessageText;
import dev.coppice.message.Sighting;
import dev.coppice.message.Sightings;
import dev.coppice.search.Viewer.Seen;
import dev.coppice.search.Wording.Piece;
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

    private final Sightings sightings;
    private final Viewer viewer;
    private final Shown shown;
    private final long maxBytes;
    private final TextAnalyzer stems;

    HitPage(Sightings sightings, Viewer viewer, Shown shown, long maxBytes, TextAnalyzer stems) {
        this.sightings = sightings;
        this.viewer = viewer;
        this.shown = shown;
        this.maxBytes = maxBytes;
        this.stems = stems;
    }

    /**
     * The page of a ranking behind a mark.
     *
     * @param pieces what snippets mark
     * @param some that the ranking is of partial matches
     * @param partial what the answer says of it
     */
    Hits of(
            PageMark mark,
            List<Candidate> ranked,
            Collection<Piece> pieces,
            int request,
            boolean some,
            boolean partial) {
        var rest = mark == null ? ranked : mark.rest(ranked);
        var seen = seen(rest);
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
        var next = seen.size() > size
                ? PageMark.behind(request, some, page.get(size - 1).candidate()).toCursor()
                : null;
        return new Hits(hits, next, partial);
    }

    /** One more than are shown, if there is one. */
    private List<Seen> seen(List<Candidate> ranked) {
        var seen = new ArrayList<Seen>();
        for (int at = 0; at < ranked.size() && seen.size() <= shown.limit(); ) {
            int end = Math.min(ranked.size(), at + Math.max(LOOK, shown.limit() + 1 - seen.size()));
            seen.addAll(viewer.see(ranked.subList(at, end)));
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

    private Hit.Neighbours neighbours(Sighting sighting) {
        return new Hit.Neighbours(neighbour(sightings.before(sighting)), neighbour(sightings.after(sighting)));
    }

    private Hit.Neighbour neighbour(Optional<Sighting> sighting) {
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
