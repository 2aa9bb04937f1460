package dev.coppice.search;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.ArrayList;
import java.util.List;

/**
 * What somebody searches for, as it was typed: words in any order, {@code "phrases"}, beginnings of words
 * ({@code deploy*}), and any of them with {@code -} before it, which no hit may have. Nothing else has a meaning: a quote
 * inside a word or without its partner, and any other character, is text. Every text that is not blank is a query, in
 * time linear in its length. Immutable.
 *
 * @param wanted what a hit has, all of it
 * @param unwanted what no hit has
 */
public record SearchQuery(List<Term> wanted, List<Term> unwanted) {
    /** A piece of a query. */
    public record Term(Kind kind, String text) {}

    /** How a term is meant. */
    public enum Kind {
        WORD,
        PHRASE,
        PREFIX
    }

    public SearchQuery {
        wanted = List.copyOf(wanted);
        unwanted = List.copyOf(unwanted);
    }

    /** Reads a query; 400 {@code blank-query} when it is null or blank, and no other error. */
    public static SearchQuery parse(String text) {
        if (isBlank(text)) {
            throw new Problem(Code.BLANK_QUERY, "Say with q what to search for.");
        }
        return new Reader(text).read();
    }

    /** True when there is no query in it. */
    static boolean isBlank(String text) {
        return text == null || text.codePoints().allMatch(SearchQuery::isBlank);
    }

    private static boolean isBlank(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0;
    }

    private static final class Reader {
        private final String text;
        private final int lastQuote;
        private final List<Term> wanted = new ArrayList<>();
        private final List<Term> unwanted = new ArrayList<>();
        private int at;

        Reader(String text) {
            this.text = text;
            this.lastQuote = text.lastIndexOf('"');
        }

        SearchQuery read() {
            while (at < text.length()) {
                if (isBlank(text.charAt(at))) {
                    at++;
                } else {
                    boolean not = text.charAt(at) == '-';
                    at += not ? 1 : 0;
                    var term = term();
                    if (!term.text().isEmpty()) {
                        (not ? unwanted : wanted).add(term);
                    }
                }
            }
            return new SearchQuery(wanted, unwanted);
        }

        private Term term() {
            if (at < lastQuote && text.charAt(at) == '"') {
                int end = text.indexOf('"', at + 1);
                var phrase = text.substring(at + 1, end);
                at = end + 1;
                return new Term(Kind.PHRASE, phrase);
            }
            int from = at;
            while (at < text.length() && !isBlank(text.charAt(at))) {
                at++;
            }
            int end = at;
            while (end > from && text.charAt(end - 1) == '*') {
                end--;
            }
            return new Term(end < at ? Kind.PREFIX : Kind.WORD, text.substring(from, end));
        }
    }
}
