package dev.coppice.tool;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.coppice.json.Utf8;
import dev.coppice.tool.ToolArguments.Members;
import dev.coppice.tool.ToolArguments.Null;
import dev.coppice.tool.ToolArguments.Text;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A parameter that a tool declares. Writes its JSON schema, and checks the argument that a model passed for it.
 * Immutable.
 *
 * @param name name of the parameter
 * @param description description for the model
 * @param required true if a call without this argument is an error
 * @param type the values that the parameter accepts
 */
record ToolParameter(String name, String description, boolean required, Type type) {
    /** The type of a parameter. Each type has its JSON schema and its check of arguments. */
    sealed interface Type {
        /**
         * Writes the members of this type's JSON schema. The caller writes the start and the end of the JSON object.
         */
        void write(JsonGenerator out) throws IOException;

        /**
         * Checks the argument of a parameter of this type. Returns the error as a text for the model; null if the value
         * is valid.
         *
         * @param name name of the parameter, for the error
         * @param value the argument
         */
        String fault(String name, ToolArguments.Value value);
    }

    /** The argument may be any text that UTF-8 can encode, even an empty text. */
    record AnyText() implements Type {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStringField("type", "string");
        }

        @Override
        public String fault(String name, ToolArguments.Value value) {
            if (!(value instanceof Text text)) {
                return '"' + name + "\" must be a string";
            }
            return Utf8.hasLoneSurrogate(text.text()) ? '"' + name + "\" holds half a surrogate pair" : null;
        }
    }

    /** The argument must be a text that is not blank. */
    record Query() implements Type {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStringField("type", "string");
            out.writeNumberField("minLength", 1);
        }

        @Override
        public String fault(String name, ToolArguments.Value value) {
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
     * A text that must be one of a list.
     *
     * @param values the allowed texts
     * @param defaultValue value that applies if the argument is absent, or null
     * @param error converts a text that is not allowed to an error text for the model
     */
    record Choice(List<String> values, String defaultValue, UnaryOperator<String> error) implements Type {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeStringField("type", "string");
            out.writeArrayFieldStart("enum");
            for (var value : values) {
                out.writeString(value);
            }
            out.writeEndArray();
            if (defaultValue != null) {
                out.writeStringField("default", defaultValue);
            }
        }

        @Override
        public String fault(String name, ToolArguments.Value value) {
            var fault = new AnyText().fault(name, value);
            return fault == null && value instanceof Text text && !values.contains(text.text())
                    ? error.apply(text.text())
                    : fault;
        }
    }

    /**
     * The argument must be a JSON object, whose members are checked as parameters in turn.
     *
     * @param parameters the members that the object may have
     */
    record Group(List<ToolParameter> parameters) implements Type {
        @Override
        public void write(JsonGenerator out) throws IOException {
            writeObject(out, parameters);
        }

        @Override
        public String fault(String name, ToolArguments.Value value) {
            return value instanceof Members members
                    ? ToolParameter.fault(parameters, members.arguments())
                    : '"' + name + "\" must be an object";
        }
    }

    /**
     * Checks the argument of each declared parameter, and whether a required argument is missing. Ignores other
     * arguments. Returns the first error as a text for the model; null if there is none.
     */
    static String fault(List<ToolParameter> parameters, ToolArguments arguments) {
        for (var parameter : parameters) {
            var value = arguments.values().get(parameter.name());
            boolean isAbsent = value == null || value instanceof Null;
            if (isAbsent && parameter.required()) {
                return '"' + parameter.name() + "\" is missing" + names(parameters);
            }
            var fault = isAbsent ? null : parameter.type().fault(parameter.name(), value);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    /** Returns the end of an error text for the model: the parameters' names, such as {@code ; arguments: q, limit}. */
    static String names(List<ToolParameter> parameters) {
        return "; arguments: " + parameters.stream().map(ToolParameter::name).collect(Collectors.joining(", "));
    }

    /**
     * Writes the JSON schema of an object that has these parameters as members. The caller writes the start and the end
     * of the schema's JSON object.
     */
    static void writeObject(JsonGenerator out, List<ToolParameter> parameters) throws IOException {
        out.writeStringField("type", "object");
        out.writeObjectFieldStart("properties");
        for (var parameter : parameters) {
            out.writeObjectFieldStart(parameter.name());
            parameter.type().write(out);
            out.writeStringField("description", parameter.description());
            out.writeEndObject();
        }
        out.writeEndObject();
        if (parameters.stream().anyMatch(ToolParameter::required)) {
            out.writeArrayFieldStart("required");
            for (var parameter : parameters) {
                if (parameter.required()) {
                    out.writeString(parameter.name());
                }
            }
            out.writeEndArray();
        }
        out.writeBooleanField("additionalProperties", false);
    }
}
