package dev.coppice.search.index;

import java.io.IOException;
import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Token filter that makes words equal that are the same word for a reader, however they are encoded: it applies {@link
 * #fold} to each term. Offsets remain those of the original text.
 */
public final class WordFolding extends TokenFilter {
    /** Maximum number of characters that one character becomes by {@link ASCIIFoldingFilter#foldToASCII}. */
    private static final int MAX_EXPANSION = 4;

    private static final int ASCII = 0x80;

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    WordFolding(TokenStream words) {
        super(words);
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (!input.incrementToken()) {
            return false;
        }
        if (!isFoldedAscii(term.buffer(), term.length())) {
            var folded = fold(term.toString());
            term.setEmpty().append(folded);
        }
        return true;
    }

    /** True if a term needs no folding, like most terms. */
    private static boolean isFoldedAscii(char[] letters, int length) {
        for (int i = 0; i < length; i++) {
            if (letters[i] >= ASCII || letters[i] >= 'A' && letters[i] <= 'Z') {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the form of a word by which words are compared. It is the Unicode normalization form NFKC, so that
     * composed and decomposed characters are the same, full-width letters are the usual ones, and a ligature is its
     * letters; then without case, without accents of Latin and Greek letters, without invisible characters, and with
     * ASCII letters for Latin ones such as {@code ß}, {@code ø} and the dotless {@code ı}. Marks of other scripts are
     * kept, because they distinguish words.
     */
    public static String fold(String word) {
        if (word.chars().allMatch(c -> c < ASCII)) {
            return word.toLowerCase(Locale.ROOT);
        }
        var folded = new StringBuilder(word.length());
        boolean accents = false;
        for (int c : Normalizer.normalize(word, Form.NFKD).codePoints().toArray()) {
            boolean mark = isMark(c);
            if (isInvisible(c) || mark && accents) {
                continue;
            }
            accents = mark ? accents : hasAccents(c);
            // Two steps, because several small letters, such as two forms of sigma, have one capital letter.
            folded.appendCodePoint(Character.toLowerCase(Character.toUpperCase(c)));
        }
        return toAscii(Normalizer.normalize(folded, Form.NFC));
    }

    /** True for a combining mark, which belongs to the character before it. */
    static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK;
    }

    /** True if marks after a character are only accents: after Latin and Greek letters, digits and symbols. */
    private static boolean hasAccents(int c) {
        var script = UnicodeScript.of(c);
        return script == UnicodeScript.LATIN || script == UnicodeScript.GREEK || script == UnicodeScript.COMMON;
    }

    /** True for characters that are not displayed, such as soft hyphens, joiners and variation selectors. */
    private static boolean isInvisible(int c) {
        return Character.getType(c) == Character.FORMAT || c >= 0xFE00 && c <= 0xFE0F || c >= 0xE0100 && c <= 0xE01EF;
    }

    private static String toAscii(String word) {
        var letters = word.toCharArray();
        var ascii = new char[MAX_EXPANSION * letters.length];
        return new String(ascii, 0, ASCIIFoldingFilter.foldToASCII(letters, 0, ascii, 0, letters.length));
    }
}
