package dev.coppice.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestSyntaxTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "a=b&c", "q=%C3%A9+%F0%9F%8C%B3", "id=%EF%BF%BD", "q=%00", "q=100%25"})
    void utf8IsRecognized(String query) {
        assertTrue(RequestSyntax.isUtf8(query));
    }

    /** A single byte, a cut sequence, half a surrogate pair, and a longer form of a short sequence. */
    @ParameterizedTest
    @ValueSource(strings = {"%FF", "a=%C3&b=%A9", "a=%ED%A0%80", "a=%C0%80"})
    void otherBytesAreRecognized(String query) {
        assertFalse(RequestSyntax.isUtf8(query));
    }
}
