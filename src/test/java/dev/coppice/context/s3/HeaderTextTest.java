package dev.coppice.context.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.strings;

import org.junit.jupiter.api.Test;

class HeaderTextTest {

    @Test
    void encodedTextIsAsciiAndDecodesToTheOriginal() {
        qt().forAll(strings().allPossible().ofLengthBetween(0, 50).map(HeaderTextTest::withoutLoneSurrogates))
                .checkAssert(text -> {
                    assertEquals(text, HeaderText.decode(HeaderText.encode(text)));
                    assertTrue(HeaderText.encode(text).matches("[ -~]*"));
                });
    }

    /** Has "x" in place of each lone surrogate, which UTF-8 cannot encode. */
    private static String withoutLoneSurrogates(String text) {
        return text.codePoints()
                .map(c -> c >= 0xD800 && c <= 0xDFFF ? 'x' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void plainTextIsUnchanged() {
        assertEquals("How to review: 3 steps?", HeaderText.encode("How to review: 3 steps?"));
        assertEquals("How to review: 3 steps?", HeaderText.decode("How to review: 3 steps?"));
    }

    @Test
    void textThatLooksEncodedDecodesToTheOriginal() {
        var text = "see =?UTF-8?B?QQ==?= there";
        assertEquals(text, HeaderText.decode(HeaderText.encode(text)));
    }

    @Test
    void encodedWordsOfOtherWritersAreDecoded() {
        assertEquals("Grüße", HeaderText.decode("=?UTF-8?B?R3LDvMOfZQ==?="));
        assertEquals("a Grüße b", HeaderText.decode("a =?utf-8?q?Gr=C3=BC=C3=9Fe?= b"));
        assertEquals("Käse brot", HeaderText.decode("=?ISO-8859-1?Q?K=E4se_?= =?UTF-8?B?YnJvdA==?="));
    }

    @Test
    void invalidEncodedWordsAreUnchanged() {
        assertEquals("=?UTF-8?B?!!?=", HeaderText.decode("=?UTF-8?B?!!?="));
        assertEquals("=?no-such?B?QQ==?=", HeaderText.decode("=?no-such?B?QQ==?="));
        assertEquals("=?UTF-8?Q?=ZZ?=", HeaderText.decode("=?UTF-8?Q?=ZZ?="));
    }
}
