package dev.coppice.tool;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A tool of one session, as the model is told of it. Immutable. */
public record Tool(ToolName name, String description, List<ToolArgument> inputs) {
    public Tool {
        inputs = List.copyOf(inputs);
    }

    /** What is wrong with the arguments by the tool's own schema, as the tool's result; empty when nothing is. */
    public Optional<String> fault(Arguments arguments) {
        return Optional.ofNullable(ToolArgument.fault(inputs, arguments)).map(ToolResult::error);
    }

    /** The JSON schema of the arguments. */
    void writeSchema(JsonGenerator out) throws IOException {
        out.writeStartObject();
        ToolArgument.writeObject(out, inputs);
        out.writeEndObject();
    }
}
