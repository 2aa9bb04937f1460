package dev.coppice.context;

import dev.coppice.json.Envelope;
import dev.coppice.json.JsonInput;

/**
 * Request body {@code {version}}, which restores an earlier text of a block.
 *
 * @param version number of the version, counted from 1; 0 if the body contains no version
 */
record RestoreBody(long version) {
    private static final class Reader {
        private long version;
    }

    /**
     * Reads the request body. Throws 400 {@code malformed} if it is not a JSON object, if the version is not a whole
     * number or if it occurs twice, 400 {@code unknown-field} if it has another member, 400 {@code out-of-range} if the
     * version is below 1.
     */
    static RestoreBody read(byte[] body) {
        var reader = new Reader();
        var in = JsonInput.of(body);
        Envelope.document(
                in,
                field -> field.equals("version") ? () -> reader.version = in.integer(1, Long.MAX_VALUE) : in.unknown());
        return new RestoreBody(reader.version);
    }
}
