package dev.coppice.tool;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.Utf8;
import dev.coppice.tool.Arguments.Members;
import dev.coppice.tool.Arguments.Text;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One argument of a tool: what the model is told of it, and what it may pass. Immutable, and pure.
 *
 * @param type what it may be
 */
record ToolArgument(String name, String description, boolean required, Type type) {
    /** What an argument may be. */
    sealed interface Type {
        /** Its part of a JSON schema, into an open object. */
        void write(JsonGenerator out) throws IOException;

        /** What is wrong with a value, or null. */
        String fault(String name, Arguments.Value value);
    }

    /** Any text. */
    record AnyText() implements Type {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStringField("type", "string");
        }

        @Override
        public String fault(String name, Arguments.Value value) {
            if (!(value instanceof Text text)) {
                return '"' + name + "\" must be a string";
            }
            return Utf8.hasLoneSurrogate(text.text()) ? '"' + name + "\" holds half a surrogate pair" : null;
        }
    }

    /** Any text that says something. */
    record Query() implements Type {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStringField("type", "string");
            out.writeNumberField("minLength", 1);
        }

        @Override
        public String fault(String name, Arguments.Value value) {
            var fault = new AnyText().fault(name, value);
            boolean blank =
                    value instanceof Text text && text.text().codePoints().allMatch(Query::isBlank);
            return fault == null && blank ? '"' + name + "\" is blank" : fault;
        }

        private static boolean isBlank(int c) {
            return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0;
        }
    }

    /**
     * One of some texts.
     *
     * @param byDefault the one that an absent argument means, or null
     * @param otherwise what to say about another text
     */
    record Choice(List<String> values, String byDefault, UnaryOperator<String> otherwise) implements Type {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStringField("type", "string");
            out.writeArrayFieldStart("enum");
            for (var value : values) {
                out.writeString(value);
            }
            out.writeEndArray();
            if (byDefault != null) {
                out.writeStringField("default", byDefault);
            }
        }

        @Override
        public String fault(String name, Arguments.Value value) {
            var fault = new AnyText().fault(name, value);
            return fault == null && value instanceof Text text && !values.contains(text.text())
                    ? otherwise.apply(text.text())
                    : fault;
        }
    }

    /** An object with inputs of its own, all of them optional. */
    record Group(List<ToolArgument> inputs) implements Type {
        @Override
        public void write(JsonGenerator out) throws IOException {
            writeObject(out, inputs);
        }

        @Override
        public String fault(String name, Arguments.Value value) {
            return value instanceof Members members
                    ? ToolArgument.fault(inputs, members.arguments())
                    : '"' + name + "\" must be an object";
        }
    }

    /** What is wrong with the arguments, in words for the model: the first thing only, or null. */
    static String fault(List<ToolArgument> inputs, Arguments arguments) {
        for (var input : inputs) {
            var value = arguments.values().get(input.name());
            if (value == null && input.required()) {
                return '"' + input.name() + "\" is missing";
            }
            var fault = value == null ? null : input.type().fault(input.name(), value);
            if (fault != null) {
                return fault;
            }
        }
        return arguments.values().keySet().stream()
                .filter(name -> inputs.stream().noneMatch(input -> input.name().equals(name)))
                .sorted()
                .findFirst()
                .map(ToolArgument::unknown)
                .orElse(null);
    }

    private static String unknown(String name) {
        return Utf8.hasLoneSurrogate(name)
                ? "half a surrogate pair is no name of an argument"
                : '"' + name + "\" is not an argument here";
    }

    /** The JSON schema of an object with these members, into an open object. */
    static void writeObject(JsonGenerator out, List<ToolArgument> inputs) throws IOException {
        out.writeStringField("type", "object");
        out.writeObjectFieldStart("properties");
        for (var input : inputs) {
            out.writeObjectFieldStart(input.name());
            input.type().write(out);
            out.writeStringField("description", input.description());
            out.writeEndObject();
        }
        out.writeEndObject();
        if (inputs.stream().anyMatch(ToolArgument::required)) {
            out.writeArrayFieldStart("required");
            for (var input : inputs) {
                if (input.required()) {
                    out.writeString(input.name());
                }
            }
            out.writeEndArray();
        }
        out.writeBooleanField("additionalProperties", false);
    }
}
