package dev.coppice.backup;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * A complete backup of the database, as returned in JSON.
 *
 * @param file name of the file in the directory of backups, such as {@code coppice-20261121T100000.000Z.zip}
 * @param bytes size of the file in bytes
 */
public record Backup(String file, long bytes) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        writeMembers(out);
        out.writeEndObject();
    }

    /** Writes the members of this backup into the JSON object that {@code out} has begun. */
    void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("file", file);
        out.writeNumberField("bytes", bytes);
    }
}
