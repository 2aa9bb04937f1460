package dev.coppice.json;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Checks for UTF-8, the only accepted encoding: messages are stored as the bytes of the request. */
public final class Utf8 {
    private Utf8() {}

    /** Returns the body without a byte order mark; 400 {@code malformed} if it is not UTF-8, e.g. has overlong forms. */
    static byte[] check(byte[] body) {
        for (int i = 0; i < Math.min(4, body.length); i++) {
            if (body[i] == 0) {
                throw new Problem(Code.MALFORMED, "The body must be JSON in UTF-8.");
            }
        }
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        var in = ByteBuffer.wrap(body);
        var out = CharBuffer.allocate(4096);
        while (true) {
            var result = decoder.decode(in, out, true);
            if (result.isError()) {
                throw new Problem(Code.MALFORMED, "The body is not valid UTF-8, at byte " + in.position() + ".");
            }
            if (result.isUnderflow()) {
                break;
            }
            out.clear();
        }
        boolean marked = body.length >= 3 && body[0] == (byte) 0xEF && body[1] == (byte) 0xBB && body[2] == (byte) 0xBF;
        return marked ? Arrays.copyOfRange(body, 3, body.length) : body;
    }

    /** True when the JSON contains an escaped surrogate; without one its texts need no further check. */
    static boolean escapesSurrogates(byte[] json) {
        for (int i = 0; i + 3 < json.length; i++) {
            if (json[i] == '\\' && json[i + 1] == 'u' && (json[i + 2] | 0x20) == 'd' && json[i + 3] > '7') {
                return true;
            }
        }
        return false;
    }

    /** Replaces lone surrogates by question marks, in texts from extensions that have to be sent all the same. */
    public static String withoutLoneSurrogates(String text) {
        return hasLoneSurrogate(text)
                ? new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                : text;
    }

    /** True when the text contains half a surrogate pair. */
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
