package dev.coppice.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.Nullable;
import java.io.IOException;

/**
 * A run with all that is needed to go on.
 *
 * @param checkpoint any JSON as it was sent, or null
 * @param requirements what the run waits for, a JSON array as it was sent, or null
 */
public record RunDetail(RunInfo run, byte[] checkpoint, byte[] requirements) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        run.writeMembers(out);
        Nullable.json(out, "checkpoint", checkpoint);
        Nullable.json(out, "requirements", requirements);
        out.writeEndObject();
    }
}
