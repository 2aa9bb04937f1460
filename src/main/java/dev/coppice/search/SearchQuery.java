package dev.coppice.search;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.ArrayList;
import java.util.List;

/**
 * A parsed search query. It consists of words in any order, {@code "phrases"} and prefixes ({@code deploy*}). A
 * {@code -} before one of them excludes messages that contain it. There is no other syntax: a quote inside a word, a
 * quote without a closing quote, and any other character count as text. Every text that is not blank is a valid query.
 * Parsing takes time linear in the length of the text. Immutable.
 *
 * @param required words, phrases and prefixes; a hit contains all of them or, if no message does, at least one word or
 *     prefix of them
 * @param excluded words, phrases and prefixes; a hit must contain none of them
 */
public record SearchQuery(List<Term> required, List<Term> excluded) {
    /**
     * A word, phrase or prefix of a query.
     *
     * @param kind whether this is a word, a phrase or a prefix
     * @param text the text without quotes, asterisk or minus sign
     */
    public record Term(Kind kind, String text) {}

    /** Kind of a term in a query: a word, a phrase in quotes, or a prefix such as {@code deploy*}. */
    public enum Kind {
        WORD,
        PHRASE,
        PREFIX
    }

    public SearchQuery {
        required = List.copyOf(required);
        excluded = List.copyOf(excluded);
    }

    /**
     * Returns a hash of the query that is the same in every process, so that cursors can contain it. The hash codes of
     * records and of enum constants may differ between processes.
     */
    int stableHash() {
        return 31 * stableHash(required) + stableHash(excluded);
    }

    private static int stableHash(List<Term> terms) {
        return terms.stream()
                .map(term -> term.kind().name() + ' ' + term.text())
                .toList()
                .hashCode();
    }

    /**
     * Returns the parsed query. Throws 400 {@code blank-query} if the text is blank (see {@link #isBlank}); any other
     * text is valid.
     */
    public static SearchQuery parse(String text) {
        if (isBlank(text)) {
            throw new Problem(Code.BLANK_QUERY, "Query parameter `q` must not be blank.");
        }
        return new Parser(text).parse();
    }

    /** True if the text is null, or contains only white space and NUL characters. */
    static boolean isBlank(String text) {
        return text == null || text.codePoints().allMatch(SearchQuery::isBlank);
    }

    private static boolean isBlank(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0;
    }

    private static final class Parser {
        private final String text;
        private final int lastQuote;
        private final List<Term> required = new ArrayList<>();
        private final List<Term> excluded = new ArrayList<>();
        private int at;

        Parser(String text) {
            this.text = text;
            this.lastQuote = text.lastIndexOf('"');
        }

        SearchQuery parse() {
            while (at < text.length()) {
                if (isBlank(text.charAt(at))) {
                    at++;
                } else {
                    boolean minus = text.charAt(at) == '-';
                    at += minus ? 1 : 0;
                    var term = term();
                    if (!term.text().isEmpty()) {
                        (minus ? excluded : required).add(term);
                    }
                }
            }
            return new SearchQuery(required, excluded);
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
