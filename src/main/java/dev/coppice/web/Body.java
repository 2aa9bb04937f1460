package dev.coppice.web;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import dev.coppice.json.JsonInput;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Reads request bodies within a limit, whether their length was announced or not. */
public final class Body {
    private Body() {}

    /** All bytes of the body; 413 {@code too-large} beyond the limit, before reading when the length is announced. */
    public static byte[] read(InputStream stream, HttpHeaders headers, int limit) {
        if (headers.getLength() > limit || announced(headers) > limit) {
            throw tooLarge(limit);
        }
        try {
            var bytes = stream.readNBytes(limit + 1);
            if (bytes.length > limit) {
                throw tooLarge(limit);
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For a route whose body may be missing: 415 {@code not-json} when there is one of another type. */
    public static void checkJson(byte[] body, HttpHeaders headers) {
        var type = headers.getMediaType();
        if (body.length > 0 && (type == null || !MediaType.APPLICATION_JSON_TYPE.isCompatible(type))) {
            throw new Problem(Code.NOT_JSON, "Send the body as application/json.");
        }
    }

    /** For a route that takes no body; an empty object is nothing too. */
    public static void checkEmpty(byte[] body) {
        if (body.length > 0) {
            var in = JsonInput.of(body);
            in.document(field -> in.unknown());
        }
    }

    /** {@link HttpHeaders#getLength} gives up beyond an int. */
    private static long announced(HttpHeaders headers) {
        var length = headers.getHeaderString(HttpHeaders.CONTENT_LENGTH);
        return length != null && length.length() > 9 ? Long.MAX_VALUE : 0;
    }

    private static Problem tooLarge(int limit) {
        return new Problem(Code.TOO_LARGE, "The body may have " + limit + " bytes.");
    }
}
