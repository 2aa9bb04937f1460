package dev.coppice.tool;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.JsonBody;
import java.io.IOException;
import java.util.List;

/**
 * The tools of a session in one format, as returned in JSON.
 *
 * @param tools the tools, in the order of {@link ToolName}
 * @param format format of the declarations of the tools
 */
public record ToolList(List<Tool> tools, ToolFormat format) implements JsonBody {
    @Override
    public void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("tools");
        for (var tool : tools) {
            format.write(tool, out);
        }
        out.writeEndArray();
        out.writeEndObject();
    }
}
