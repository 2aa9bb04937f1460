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
    /** Format of tool declarations for OpenAI's chat completions. */
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
    /** Format of tool declarations for OpenAI's Responses API. */
    OPENAI_RESPONSES("parameters") {
        @Override
        void begin(JsonGenerator out) throws IOException {
            out.writeStringField("type", "function");
        }

        /** Writes the member {@code strict: false}, because strict schemas do not allow optional parameters. */
        @Override
        void end(JsonGenerator out) throws IOException {
            out.writeBooleanField("strict", false);
        }
    },
    /** Format of tool declarations for Anthropic's Messages API. */
    ANTHROPIC("input_schema"),
    /** Format of tool declarations in the Model Context Protocol. */
    MCP("inputSchema"),
    /** Format of tool declarations for Vercel's AI SDK. */
    AI_SDK("inputSchema") {
        @Override
        void begin(JsonGenerator out) throws IOException {
            out.writeStringField("type", "function");
        }
    };

    /** Name of the member that contains the JSON schema of the arguments. */
    private final String schema;

    ToolFormat(String schema) {
        this.schema = schema;
    }

    /**
     * Returns the format with this name in requests, as {@link #word} returns it; {@link #OPENAI} if the name is null.
     * Throws 400 {@code malformed} if the name is unknown.
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

    /** Returns the name of the format in requests, for example {@code openai-responses}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Writes the declaration of a tool as one JSON value. Equal tools always give the same bytes. */
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

    /**
     * Writes the members that precede the tool's name in this format. The caller has written the start of the JSON
     * object. By default there are no such members.
     */
    void begin(JsonGenerator out) throws IOException {}

    /**
     * Writes the members that follow the schema of the arguments in this format. The caller writes the end of the JSON
     * object. By default there are no such members.
     */
    void end(JsonGenerator out) throws IOException {}
}
