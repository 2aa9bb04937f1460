package dev.coppice.tool;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A tool that a session offers to its model, as declared to the model. Immutable.
 *
 * @param name identifies the tool
 * @param description description for the model
 * @param parameters the arguments that the model may pass
 */
public record Tool(ToolName name, String description, List<ToolParameter> parameters) {
    public Tool {
        parameters = List.copyOf(parameters);
    }

    /**
     * Checks the arguments of a call against the tool's schema. Returns the first error as a text for the model; empty
     * if the arguments are valid. Ignores arguments that the schema does not have, because models invent them.
     */
    public Optional<String> fault(ToolArguments arguments) {
        var fault = arguments.readable()
                ? ToolParameter.fault(parameters, arguments)
                : '"' + ToolArguments.WRAPPER + "\" is not a JSON object" + ToolParameter.names(parameters);
        return Optional.ofNullable(fault).map(ToolResult::error);
    }

    /** Writes the JSON schema of the tool's arguments as one value. */
    void writeSchema(JsonGenerator out) throws IOException {
        out.writeStartObject();
        ToolParameter.writeObject(out, parameters);
        out.writeEndObject();
    }
}
