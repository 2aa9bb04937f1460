package dev.coppice.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.NullableMembers;
import java.io.IOException;

/**
 * A run with everything that is needed to resume it.
 *
 * @param run the run without checkpoint and requirements
 * @param checkpoint the checkpoint, any JSON as it was sent, or null
 * @param requirements what the run waits for: a JSON array as it was sent, or null
 */
public record RunDetail(RunInfo run, byte[] checkpoint, byte[] requirements) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        run.writeMembers(out);
        NullableMembers.json(out, "checkpoint", checkpoint);
        NullableMembers.json(out, "requirements", requirements);
        out.writeEndObject();
    }
}
