package dev.coppice.json;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Checks that request bodies are UTF-8, and finds lone surrogates, that is, halves of a surrogate pair without the
 * other half, which UTF-8 cannot encode. UTF-8 is the only accepted encoding, because messages are stored as the bytes
 * of the request.
 */
public final class Utf8 {
    private Utf8() {}

    /**
     * Returns the body without its byte order mark, if it has one. Throws 400 {@code malformed} if the bytes are not
     * valid UTF-8 (overlong encodings are not valid), or if one of the first four bytes is 0, as in UTF-16 and UTF-32.
     */
    static byte[] check(byte[] body) {
        for (int i = 0; i < Math.min(4, body.length); i++) {
            if (body[i] == 0) {
                throw new Problem(Code.MALFORMED, "The body must be JSON in UTF-8.");
            }
        }
        checkEncoding(body);
        boolean marked = body.length >= 3 && body[0] == (byte) 0xEF && body[1] == (byte) 0xBB && body[2] == (byte) 0xBF;
        return marked ? Arrays.copyOfRange(body, 3, body.length) : body;
    }

    private static void checkEncoding(byte[] body) {
        int ascii = 0;
        while (ascii < body.length && body[ascii] >= 0) {
            ascii++;
        }
        if (ascii == body.length) {
            return; // most bodies: nothing to decode
        }
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        var in = ByteBuffer.wrap(body, ascii, body.length - ascii);
        var out = CharBuffer.allocate(Math.min(4096, body.length - ascii));
        while (true) {
            var result = decoder.decode(in, out, true);
            if (result.isError()) {
                throw new Problem(Code.MALFORMED, "The body is not valid UTF-8, at byte " + in.position() + ".");
            }
            if (result.isUnderflow()) {
                return;
            }
            out.clear();
        }
    }

    /**
     * True if the JSON may contain the escape of a surrogate, that is, of U+D800 to U+DFFF. If false, its strings
     * contain no lone surrogate, because UTF-8 cannot encode one.
     */
    static boolean escapesSurrogates(byte[] json) {
        for (int i = 0; i + 3 < json.length; i++) {
            if (json[i] == '\\' && json[i + 1] == 'u' && (json[i + 2] | 0x20) == 'd' && json[i + 3] > '7') {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the text with a question mark in place of each lone surrogate (half of a surrogate pair). Used for texts
     * that must be sent even if they are invalid: texts from extensions, and names in refusals.
     */
    public static String withoutLoneSurrogates(String text) {
        return hasLoneSurrogate(text)
                ? new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                : text;
    }

    /** True if the text contains a lone surrogate, that is, half of a surrogate pair. */
    public static boolean hasLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return true;
            }
        }
        return false;
    }
}
