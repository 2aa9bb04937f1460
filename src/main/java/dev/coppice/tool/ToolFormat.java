package dev.coppice.tool;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** JSON formats of tool declarations, as model providers and client libraries expect them. */
public enum ToolFormat {
    /** Format of OpenAI's chat completions. */
    OPENAI("parameters") {
        @Override
        public void write(Tool tool, JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeStringField("type", "function");
            out.writeFieldName("function");
            super.write(tool, out);
            out.writeEndObject();
        }
    },
    OPENAI_RESPONSES("parameters") {
        @Override
        void begin(JsonGenerator out) throws IOException {
            out.writeStringField("type", "function");
        }

        /** Writes {@code strict: false}, because strict schemas do not allow optional parameters. */
        @Override
        void end(JsonGenerator out) throws IOException {
            out.writeBooleanField("strict", false);
        }
    },
    ANTHROPIC("input_schema"),
    MCP("inputSchema"),
    AI_SDK("inputSchema") {
        @Override
        void begin(JsonGenerator out) throws IOException {
            out.writeStringField("type", "function");
        }
    };

    private final String schema;

    ToolFormat(String schema) {
        this.schema = schema;
    }

    /**
     * Returns the format with this name; {@link #OPENAI} for null. Throws 400 {@code malformed} for an unknown name.
     */
    public static ToolFormat of(String word) {
        if (word == null) {
            return OPENAI;
        }
        return Arrays.stream(values())
                .filter(format -> format.word().equals(word))
                .findFirst()
                .orElseThrow(() -> Problem.at(
                        "format",
                        Code.MALFORMED,
                        "Query parameter `format` must be one of "
                                + Arrays.stream(values()).map(ToolFormat::word).collect(Collectors.joining(", "))
                                + "."));
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Writes the declaration of a tool as one JSON value. Equal tools result in equal bytes. */
    public void write(Tool tool, JsonGenerator out) throws IOException {
        out.writeStartObject();
        begin(out);
        out.writeStringField("name", tool.name().word());
        out.writeStringField("description", tool.description());
        out.writeFieldName(schema);
        tool.writeSchema(out);
        end(out);
        out.writeEndObject();
    }

    /** Writes the members of this format that come before the tool's name; none by default. */
    void begin(JsonGenerator out) throws IOException {}

    /** Writes the members of this format that come after the schema; none by default. */
    void end(JsonGenerator out) throws IOException {}
}
