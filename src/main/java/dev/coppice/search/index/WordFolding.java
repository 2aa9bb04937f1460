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
 * Token filter that replaces each word by one normal form, so that different spellings and encodings of the same word
 * become equal. It applies {@link #fold} to each term. The offsets of terms remain those in the original text.
 */
public final class WordFolding extends TokenFilter {
    /**
     * Maximum number of characters that {@link ASCIIFoldingFilter#foldToASCII} produces from one character, as its
     * documentation says.
     */
    private static final int MAX_EXPANSION = 4;

    private static final int ASCII = 0x80;

    /** First code point of the Jamo, the letters of which Korean syllables consist in Unicode's decomposed form. */
    private static final int JAMO = 0x1100;

    /** Last code point of the Jamo, inclusive. */
    private static final int LAST_JAMO = 0x11FF;

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    WordFolding(TokenStream words) {
        super(words);
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (!input.incrementToken()) {
            return false;
        }
        if (!isFolded(term)) {
            var folded = fold(term.toString());
            term.setEmpty().append(folded);
        }
        return true;
    }

    /**
     * True if the word certainly needs no change by {@link #fold}, which is true for most words. May be false although
     * {@link #fold} would not change the word. This check is faster than {@link #fold}.
     */
    private static boolean isFolded(CharSequence word) {
        for (int i = 0; i < word.length(); i++) {
            if (!isFolded(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * True if {@link #fold} certainly leaves the character unchanged. These are ASCII characters except capital
     * letters, small Cyrillic, Hebrew and Arabic letters, ideographs, and composed kana and Korean syllables.
     */
    private static boolean isFolded(char c) {
        return c < 'A'
                || c > 'Z' && c < ASCII
                || c >= 0x430 && c <= 0x45F
                || c >= 0x5D0 && c <= 0x5EA
                || c >= 0x621 && c <= 0x64A
                || c >= 0x3041 && c <= 0x3096
                || c >= 0x30A1 && c <= 0x30FA
                || c >= 0x4E00 && c <= 0x9FFF
                || c >= 0xAC00 && c <= 0xD7A3;
    }

    /**
     * Returns the form of a word by which words are compared. As in the Unicode normalization form NFKC, composed and
     * decomposed characters become the same, full-width letters become usual ones, and a ligature becomes its letters.
     * Also, differences of case, accents of Latin and Greek letters, and invisible characters are removed. Latin
     * letters such as {@code ß}, {@code ø} and the dotless {@code ı} become ASCII letters. Marks of other scripts are
     * kept, because they distinguish words.
     */
    public static String fold(String word) {
        if (isFolded(word)) {
            return word;
        }
        if (isAscii(word)) {
            return word.toLowerCase(Locale.ROOT);
        }
        var decomposed = Normalizer.normalize(word, Form.NFKD);
        var folded = new StringBuilder(decomposed.length());
        int base = 0;
        boolean composable = false;
        for (int at = 0, c; at < decomposed.length(); at += Character.charCount(c)) {
            c = decomposed.codePointAt(at);
            boolean mark = isMark(c);
            if (!isInvisible(c) && !(mark && hasAccents(base))) {
                base = mark ? base : c;
                composable |= mark || c >= JAMO && c <= LAST_JAMO;
                // Two steps, because several small letters, such as two forms of sigma, have one capital letter.
                folded.appendCodePoint(Character.toLowerCase(Character.toUpperCase(c)));
            }
        }
        var composed = composable ? Normalizer.normalize(folded, Form.NFC) : folded.toString();
        return isAscii(composed) ? composed : toAscii(composed);
    }

    private static boolean isAscii(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) >= ASCII) {
                return false;
            }
        }
        return true;
    }

    /** True if a code point is a combining mark, which belongs to the character before it. */
    static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK;
    }

    /**
     * True if marks after a character are only accents, which do not distinguish words. This holds for Latin and Greek
     * letters, digits and symbols.
     *
     * @param c code point of the character; 0 at the beginning of a word
     */
    private static boolean hasAccents(int c) {
        var script = UnicodeScript.of(c);
        return script == UnicodeScript.LATIN || script == UnicodeScript.GREEK || script == UnicodeScript.COMMON;
    }

    /** True for characters that are not displayed, such as soft hyphens, joiners and variation selectors. */
    private static boolean isInvisible(int c) {
        return Character.getType(c) == Character.FORMAT || c >= 0xFE00 && c <= 0xFE0F || c >= 0xE0100 && c <= 0xE01EF;
    }

    /**
     * Replaces Latin letters such as {@code ß} by ASCII letters, as {@link ASCIIFoldingFilter} does, and returns the
     * result.
     */
    private static String toAscii(String word) {
        var letters = word.toCharArray();
        var ascii = new char[MAX_EXPANSION * letters.length];
        return new String(ascii, 0, ASCIIFoldingFilter.foldToASCII(letters, 0, ascii, 0, letters.length));
    }
}
