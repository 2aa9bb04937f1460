package dev.coppice.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.lists;

import java.io.IOException;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;
import org.quicktheories.generators.Generate;

/** Terms of texts. */
class TextAnalyzerTest {
    private static final TextAnalyzer PLAIN = new TextAnalyzer("unicode");

    /** First and last letters of ranges in which most characters are letters. */
    private static final int[][] LETTERS = {
        {'a', 'z'},
        {0xC0, 0x24F},
        {0x386, 0x3CE},
        {0x400, 0x481},
        {0x621, 0x64A},
        {0x904, 0x939},
        {0x1E00, 0x1EFF},
        {0x1F00, 0x1FBC},
        {0x3041, 0x3094},
        {0x30A1, 0x30FA},
        {0x4E00, 0x4E80},
        {0xAC00, 0xAD00}
    };

    /** A term and the part of the text that it was made from. */
    record Token(String term, String text) {}

    static List<Token> tokens(TextAnalyzer analyzer, String text) throws IOException {
        var found = new ArrayList<Token>();
        try (var tokens = analyzer.tokenStream("", text)) {
            var term = tokens.getAttribute(CharTermAttribute.class);
            var offset = tokens.getAttribute(OffsetAttribute.class);
            tokens.reset();
            while (tokens.incrementToken()) {
                found.add(new Token(term.toString(), text.substring(offset.startOffset(), offset.endOffset())));
            }
        }
        return found;
    }

    private static List<String> terms(String text) {
        try {
            return tokens(PLAIN, text).stream().map(Token::term).toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String decomposed(String text) {
        return Normalizer.normalize(text, Form.NFD);
    }

    @ParameterizedTest
    @CsvSource({
        "Café, cafe",
        "ﬁn, fin",
        "ﬃ, ffi",
        "Ｃａｆé, cafe",
        "２０２６, 2026",
        "paſſe, passe",
        "STRASSE, strasse",
        "Straße, strasse",
        "STRAẞE, strasse",
        "ISPARTA, isparta",
        "ısparta, isparta",
        "İsparta, isparta",
        "i̇sparta, isparta",
        "q̃, q",
        "ΟΔΌΣ, οδοσ",
        "οδός, οδοσ",
        "Ⅳ, iv",
        "Ångström, angstrom",
        "Ångström, angstrom",
        "ø, o",
        "соль, соль",
        "ДОМ, дом",
        "1️⃣, 1",
        "soft\u00ADhyphen, softhyphen",
        "هوایـی, هوایـی"
    })
    void wordsAreFolded(String word, String term) {
        assertEquals(List.of(term), terms(word));
        assertEquals(List.of(term), terms(decomposed(word)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"й и", "が か", "한 하", "कि के", "پ ب"})
    void marksThatDistinguishWordsAreKept(String words) {
        assertEquals(2, terms(words).stream().distinct().count());
        assertEquals(terms(words), terms(decomposed(words)));
    }

    @Test
    void symbolsDoNotBecomePartsOfWords() {
        assertEquals(List.of("java", "tm"), terms("Java™"));
        assertEquals(List.of("x"), terms("x²"));
    }

    @Test
    void asianTextIsSplitIntoCharacters() throws IOException {
        var halfWidth = tokens(PLAIN, "ｶﾞﾗｽ");
        assertEquals(List.of(new Token("ガ", "ｶﾞ"), new Token("ラ", "ﾗ"), new Token("ス", "ｽ")), halfWidth);
        assertEquals(List.of("ガ", "ラ", "ス"), terms("ガラス"));
        assertEquals(List.of("ガ", "ラ", "ス"), terms(decomposed("ガラス")));
        assertEquals(List.of("한", "국", "어"), terms(decomposed("한국어")));
        assertEquals(List.of("東", "京", "に"), terms("東京に"));
        assertEquals(List.of("葛"), terms("葛\uDB40\uDD00"));
    }

    @Test
    void offsetsAreThoseOfOriginalText() throws IOException {
        var text = decomposed("ein Café's ﬁx");
        assertEquals(
                List.of(new Token("ein", "ein"), new Token("cafe", decomposed("Café's")), new Token("fix", "ﬁx")),
                tokens(new TextAnalyzer("english"), text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"english", "icu", "cjk", "german", "turkish", "russian"})
    void composedAndDecomposedTextsHaveSameTerms(String language) {
        var analyzer = new TextAnalyzer(language);
        qt().withExamples(2000).forAll(texts()).checkAssert(text -> {
            try {
                var composed = Normalizer.normalize(text, Form.NFC);
                assertEquals(
                        tokens(analyzer, composed).stream().map(Token::term).toList(),
                        tokens(analyzer, decomposed(text)).stream()
                                .map(Token::term)
                                .toList());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static Gen<String> texts() {
        var letters = Generate.range(0, LETTERS.length - 1)
                .flatMap(range -> Generate.range(LETTERS[range][0], LETTERS[range][1]))
                .mix(Generate.constant((int) ' '), 20);
        return lists().of(letters)
                .ofSizeBetween(0, 30)
                .map(chars -> chars.stream().map(Character::toString).collect(Collectors.joining()));
    }
}
