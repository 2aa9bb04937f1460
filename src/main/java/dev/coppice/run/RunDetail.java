package dev.coppice.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
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
        write(out, "checkpoint", checkpoint);
        write(out, "requirements", requirements);
        out.writeEndObject();
    }

    private static void write(JsonGenerator out, String member, byte[] json) throws IOException {
        out.writeFieldName(member);
        if (json == null) {
            out.writeNull();
        } else {
            RawJson.write(out, json);
        }
    }
}
