package dev.coppice.search.index;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * Token filter that splits Chinese, Japanese and Korean words into characters, so that any part of a word can be found.
 * Lucene's tokenizer already splits Chinese words, but not Katakana and Hangul words. A character may consist of
 * several code points, such as a letter with a combining mark. This filter must be the first one after the tokenizer,
 * because it requires that each term still has the same length as the text from which it was made. Not thread-safe.
 */
public final class CjkCharacters extends TokenFilter {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final PositionIncrementAttribute position = addAttribute(PositionIncrementAttribute.class);

    private String rest = "";
    private int restAt;
    private State state;

    CjkCharacters(TokenStream words) {
        super(words);
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (rest.isEmpty()) {
            if (!input.incrementToken()) {
                return false;
            }
            if (!isSplit()) {
                return true;
            }
            rest = term.toString();
            restAt = offset.startOffset();
            state = captureState();
        } else {
            restoreState(state);
            position.setPositionIncrement(1);
        }
        int length = length(rest);
        term.setEmpty().append(rest, 0, length);
        offset.setOffset(restAt, restAt + length);
        rest = rest.substring(length);
        restAt += length;
        return true;
    }

    /**
     * True if the current term must be split into characters. Such a term has more than one UTF-16 unit and is as long
     * as the text from which it was made, and all its code points are Chinese, Japanese or Korean characters, or marks.
     */
    private boolean isSplit() {
        return term.length() > 1 && offset.endOffset() - offset.startOffset() == term.length() && isAllCjk(term);
    }

    /** A loop, because the filter checks each word, and most words have a Latin letter first. */
    private static boolean isAllCjk(CharSequence term) {
        for (int i = 0, c; i < term.length(); i += Character.charCount(c)) {
            c = Character.codePointAt(term, i);
            if (!isCjk(c) && !WordFolding.isMark(c)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the length of a text's first character in UTF-16 units, including the code points that modify this
     * character. The text must not be empty.
     */
    private static int length(String text) {
        int length = Character.charCount(text.codePointAt(0));
        while (length < text.length() && isModifier(text.codePointAt(length))) {
            length += Character.charCount(text.codePointAt(length));
        }
        return length;
    }

    /**
     * True if a code point belongs to the character before it: a combining mark, a half-width voicing mark, or a vowel
     * or final consonant of a Korean syllable.
     */
    private static boolean isModifier(int c) {
        return WordFolding.isMark(c)
                || c == 0xFF9E
                || c == 0xFF9F
                || c >= 0x1160 && c <= 0x11FF
                || c >= 0xD7B0 && c <= 0xD7FF
                || c >= 0xFFC2 && c <= 0xFFDC;
    }

    /** True if a code point is a Chinese, Japanese or Korean character. */
    public static boolean isCjk(int c) {
        return c >= 0x1100
                && switch (Character.UnicodeScript.of(c)) {
                    case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO -> true;
                        // Long vowel marks and iteration marks belong to two scripts, and voicing marks to none.
                    default -> c >= 0x3031 && c <= 0x30FF || c == 0xFF70 || c == 0xFF9E || c == 0xFF9F;
                };
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        rest = "";
        state = null;
    }
}
