package dev.coppice.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.List;

/**
 * Result of {@link Runs#save}.
 *
 * @param run the run after the save
 * @param appended ids of the messages that the save appended, in order
 * @param created true for the first save of the run
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
