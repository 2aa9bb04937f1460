package dev.coppice.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are given by a {@code data:} URL. */
class MediaTest {
    private static Media at(String url) {
        return Media.at("image/*", url, null, null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data:text/plain;base64,YQ==|text/plain|YQ==",
                "data:text/plain;charset=utf-8;base64,YQ==|text/plain|YQ==",
                "data:;base64,iVBORw0KGgo=|image/png|iVBORw0KGgo="
            })
    void base64IsTakenAsItIs(String url, String type, String data) {
        var media = at(url);
        assertEquals(type, media.type());
        assertEquals(data, media.data());
        assertNull(media.url());
    }

    /** The mark of base64 belongs before the first comma; behind it, it is a part of the content. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data:text/plain,a;base64,b|text/plain|a;base64,b",
                "data:text/plain;charset=utf-8,%C3%A4,b;base64,|text/plain|ä,b;base64,",
                "data:text/plain;base64;x=y,a|text/plain|a",
                "data:,;base64,|image/*|;base64,"
            })
    void percentEncodedContentMayContainTheMarkOfBase64(String url, String type, String content) {
        var media = at(url);
        assertEquals(type, media.type());
        var decoded = Base64.getDecoder().decode(media.data());
        assertEquals(content, new String(decoded, StandardCharsets.UTF_8));
    }

    @Test
    void caseOfSchemeDoesNotMatter() {
        assertEquals("YQ==", at("DATA:text/plain;base64,YQ==").data());
        assertTrue(at("HTTPS://X.example/a.png").isOnWeb());
        assertFalse(at("ftp://x.example/a.png").isOnWeb());
    }

    @Test
    void misnomerOfJpegIsCorrected() {
        assertEquals("image/jpeg", at("data:image/jpg;base64,AAAA").type());
    }

    @Test
    void urlWithoutCommaHasNoContent() {
        var media = at("data:text/plain;base64");
        assertNull(media.data());
        assertNull(media.url());
        assertEquals("image/*", media.type());
    }
}
