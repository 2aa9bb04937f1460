package dev.coppice.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.List;

/**
 * What a save did.
 *
 * @param appended ids of the messages that were appended by it, in order
 * @param created true when the run was not there before
 */
public record SavedRun(RunInfo run, List<String> appended, boolean created) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        run.writeMembers(out);
        out.writeArrayFieldStart("appended");
        for (var id : appended) {
            out.writeString(id);
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
