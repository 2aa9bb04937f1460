package dev.coppice.search;

import dev.coppice.search.QueryTerms.Piece;
import dev.coppice.search.index.WordFolding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/**
 * Creates the snippet of a hit: an excerpt of the message's text as HTML. Matches are in {@code <mark>}, and everything
 * else is escaped, so that a web page can show the snippet safely. Takes time linear in the length of the text.
 * Stateless.
 */
final class Snippet {
    /** Approximate length of a snippet in UTF-16 code units of the text, about two lines on a screen. */
    static final int LENGTH = 240;

    /**
     * Maximum number of UTF-16 code units at the beginning of a text that are searched for matches. A match after them
     * is not highlighted. The limit keeps the snippet of a text of several megabytes fast.
     */
    static final int MAX_TEXT = 1 << 16;

    /**
     * Approximate number of UTF-16 code units that a snippet shows before the first match. It is a quarter of the
     * snippet's length, because the text after the match is usually more useful.
     */
    private static final int BEFORE = 60;

    private static final char ELLIPSIS = '…';

    private Snippet() {}

    /**
     * A range of the text that matches the query.
     *
     * @param from index of the first character in the text
     * @param to index after the last character
     * @param piece the word, phrase or prefix of the query that matches
     */
    private record Mark(int from, int to, Piece piece) {}

    /**
     * A word of the text. Indexes are in UTF-16 code units.
     *
     * @param term stem of the word
     * @param plain the unstemmed word as {@link WordFolding#fold} returns it; null if the query has no prefixes
     * @param from index of the first character in the text
     * @param to index after the last character
     */
    private record Token(String term, String plain, int from, int to) {}

    /**
     * Returns the snippet of a text as HTML. If nothing matches, the snippet is the beginning of the text.
     *
     * @param text the text of the message
     * @param pieces the words, phrases and prefixes to highlight; a phrase is highlighted only where its terms follow
     *     each other
     * @param stems the analyzer of the index
     */
    static String of(String text, Collection<Piece> pieces, Analyzer stems) {
        var read = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
        boolean prefixes = pieces.stream().anyMatch(Piece::prefix);
        var marks = marks(tokens(read, stems, prefixes), pieces);
        int from = marks.isEmpty() || text.length() <= LENGTH ? 0 : start(text, marks);
        int to = from + LENGTH >= text.length() ? text.length() : end(text, from + LENGTH);
        return (from > 0 ? ELLIPSIS : "") + excerpt(text, from, to, marks) + (to < text.length() ? ELLIPSIS : "");
    }

    /**
     * Returns a part of the text as HTML, with the matches in it highlighted.
     *
     * @param from index of the first character of the part
     * @param to index after the last character of the part
     * @param marks the matches in the text, in their order
     */
    private static String excerpt(String text, int from, int to, List<Mark> marks) {
        var out = new StringBuilder();
        int at = from;
        for (var mark : marks) {
            if (mark.from() >= at && mark.to() <= to) {
                escape(text, at, mark.from(), out);
                out.append("<mark>");
                escape(text, mark.from(), mark.to(), out);
                out.append("</mark>");
                at = mark.to();
            }
        }
        escape(text, at, to, out);
        return out.toString();
    }

    /**
     * Returns the words of a text in their order.
     *
     * @param withPlain true if the words are also needed unstemmed
     */
    private static List<Token> tokens(String text, Analyzer analyzer, boolean withPlain) {
        var found = new ArrayList<Token>();
        try (var tokens = analyzer.tokenStream("", text)) {
            var term = tokens.getAttribute(CharTermAttribute.class);
            var offset = tokens.getAttribute(OffsetAttribute.class);
            tokens.reset();
            while (tokens.incrementToken()) {
                int from = offset.startOffset();
                int to = offset.endOffset();
                var plain = withPlain ? WordFolding.fold(text.substring(from, to)) : null;
                found.add(new Token(term.toString(), plain, from, to));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // reading a string never fails
        }
        return found;
    }

    /**
     * Returns the matches of a query in a text, in their order. If several matches begin at the same word, returns only
     * the longest of them.
     *
     * @param tokens the words of the text
     * @param pieces the words, phrases and prefixes of the query
     */
    private static List<Mark> marks(List<Token> tokens, Collection<Piece> pieces) {
        var marks = new ArrayList<Mark>();
        for (int i = 0; i < tokens.size(); ) {
            Piece longest = null;
            for (var piece : pieces) {
                if ((longest == null || piece.terms().size() > longest.terms().size()) && isAt(tokens, i, piece)) {
                    longest = piece;
                }
            }
            int length = longest == null ? 1 : longest.terms().size();
            if (longest != null) {
                marks.add(new Mark(
                        tokens.get(i).from(), tokens.get(i + length - 1).to(), longest));
            }
            i += length;
        }
        return marks;
    }

    /** True if a piece of the query matches the words of the text from the index {@code at} on. */
    private static boolean isAt(List<Token> tokens, int at, Piece piece) {
        var terms = piece.terms();
        if (at + terms.size() > tokens.size()) {
            return false;
        }
        for (int i = 0; i < terms.size(); i++) {
            var token = tokens.get(at + i);
            boolean prefix = piece.prefix() && i == terms.size() - 1;
            // A prefix is compared with the unstemmed word.
            if (prefix ? !token.plain().startsWith(terms.get(i)) : !token.term().equals(terms.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the index in the text at which the excerpt begins. The excerpt contains as many different words, phrases
     * and prefixes of the query as possible. If several excerpts contain equally many, the first one is chosen.
     */
    private static int start(String text, List<Mark> marks) {
        int best = 0;
        int most = -1;
        for (int i = 0; i < marks.size(); i++) {
            int shown = distinctPieces(marks, i);
            if (shown > most) {
                most = shown;
                best = marks.get(i).from();
            }
        }
        int from = Math.max(0, Math.min(best - BEFORE, text.length() - LENGTH));
        for (int at = from; at > 0 && at < best; at++) {
            if (Character.isWhitespace(text.charAt(at - 1))) {
                return at;
            }
        }
        return whole(text, Math.min(from, best));
    }

    /**
     * Returns how many different words, phrases and prefixes of the query an excerpt contains. The excerpt begins
     * shortly before a given match.
     *
     * @param first index of the given match in {@code marks}
     */
    private static int distinctPieces(List<Mark> marks, int first) {
        int end = Math.max(0, marks.get(first).from() - BEFORE) + LENGTH;
        var pieces = new HashSet<Piece>();
        for (int i = first; i < marks.size() && marks.get(i).to() <= end; i++) {
            pieces.add(marks.get(i).piece());
        }
        return pieces.size();
    }

    /**
     * Returns the index after the last character of the excerpt. The excerpt ends at white space, if there is any among
     * the {@value #BEFORE} characters up to the index {@code to}, inclusive; otherwise it ends at {@code to}, or one
     * character earlier within a surrogate pair.
     */
    private static int end(String text, int to) {
        for (int at = to; at > to - BEFORE; at--) {
            if (Character.isWhitespace(text.charAt(at))) {
                return at;
            }
        }
        return whole(text, to);
    }

    /** Returns the index {@code at} or, if it lies within a surrogate pair of the text, {@code at - 1}. */
    private static int whole(String text, int at) {
        return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
    }

    /**
     * Appends the text from the index {@code from}, inclusive, to the index {@code to}, exclusive, to {@code out}, and
     * escapes the special characters of HTML.
     */
    private static void escape(String text, int from, int to, StringBuilder out) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
    }
}
