package dev.coppice.imports;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import dev.coppice.json.RawJson;
import java.io.IOException;
import java.util.Map;

/**
 * A JSON object that is written from its members.
 *
 * @param members the values of the members as JSON, by name
 */
record ObjectJson(Map<String, byte[]> members) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (var member : members.entrySet()) {
            out.writeFieldName(member.getKey());
            RawJson.write(out, member.getValue());
        }
        out.writeEndObject();
    }
}
