package dev.coppice.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.session.Tally;
import java.io.IOException;

/** What was erased of a user: how many of each kind. */
public record Receipt(Tally tally) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (var kind : Tally.Kind.values()) {
            out.writeNumberField(kind.word(), tally.of(kind));
        }
        out.writeEndObject();
    }
}
