package dev.coppice.backup;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;

/**
 * A complete backup.
 *
 * @param file name of the file in the directory of backups
 * @param bytes size of the file in bytes
 */
public record Backup(String file, long bytes) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        writeMembers(out);
        out.writeEndObject();
    }

    /** Writes the members of the JSON object that {@code out} has begun. */
    void writeMembers(JsonGenerator out) throws IOException {
        out.writeStringField("file", file);
        out.writeNumberField("bytes", bytes);
    }
}
