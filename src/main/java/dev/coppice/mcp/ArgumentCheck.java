package dev.coppice.mcp;

import dev.coppice.json.Utf8;
import dev.coppice.mcp.Members.Type;
import dev.coppice.mcp.Members.Value;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the arguments of a tool call against the tool's schema: names, required arguments, types, allowed values and
 * ranges, and that certain texts are not blank. Does not check what is inside an argument that is an object or array.
 * Pure.
 *
 * @param properties the schema of each argument, by the argument's name
 * @param required names of the arguments that a call must contain
 */
record ArgumentCheck(Map<String, Map<String, Object>> properties, List<String> required) {
    /**
     * Creates the check of arguments for a tool.
     *
     * @param schema JSON schema of the tool's arguments, of the type {@code object}
     */
    static ArgumentCheck of(Map<String, Object> schema) {
        return new ArgumentCheck(Catalog.cast(schema.get("properties")), Catalog.cast(schema.get("required")));
    }

    /**
     * Checks arguments. Returns the first error as a text for the model, with a hint on what to pass instead. Empty if
     * the arguments are valid. An argument that is null counts as missing.
     */
    Optional<String> fault(Members arguments) {
        for (var name : arguments.names()) {
            if (!properties.containsKey(name)) {
                return Optional.of("There is no argument \"" + shown(name) + '"' + names());
            }
        }
        for (var name : required) {
            if (arguments.get(name) == null) {
                return Optional.of("The argument \"" + name + "\" is missing" + names());
            }
        }
        return properties.entrySet().stream()
                .filter(property -> arguments.get(property.getKey()) != null)
                .map(property -> fault(property.getValue(), arguments.get(property.getKey()))
                        .map(fault -> "The argument \"" + property.getKey() + "\" must be " + fault + "."))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Returns the arguments without optional texts that are empty, because many models pass an empty text for an
     * argument that they leave out. An empty namespace is kept: it is the name of the default namespace.
     */
    Members withoutEmpty(Members arguments) {
        var values = new LinkedHashMap<>(arguments.values());
        values.entrySet().removeIf(argument -> isEmptyOption(argument.getKey(), argument.getValue()));
        return new Members(values);
    }

    private boolean isEmptyOption(String name, Value value) {
        return value.type() == Type.STRING
                && value.text().isEmpty()
                && properties.containsKey(name)
                && !required.contains(name)
                && !name.equals("namespace");
    }

    private String names() {
        return "; arguments: " + String.join(", ", properties.keySet()) + ".";
    }

    /** Returns the name of an argument for an error text: without line breaks, and shortened to 100 characters. */
    private static String shown(String name) {
        var line = name.replaceAll("\\p{Cntrl}", " ");
        return Utf8.withoutLoneSurrogates(line.length() > 100 ? line.substring(0, 100) + "…" : line);
    }

    /**
     * Checks one value. If it is invalid, returns what it must be instead, such as {@code an integer} or
     * {@code between 1 and 100}; empty if it is valid.
     *
     * @param schema schema of the value
     */
    private static Optional<String> fault(Map<String, Object> schema, Value value) {
        var type = (String) schema.get("type");
        if ("integer".equals(type) && value.type() == Type.NUMBER && isWhole(value.text())) {
            return outOfRange(schema, new BigDecimal(value.text()));
        }
        if (type != null && !type.equals(value.type().name().toLowerCase(Locale.ROOT))) {
            return Optional.of(Set.of("array", "integer", "object").contains(type) ? "an " + type : "a " + type);
        }
        if (schema.get("enum") instanceof List<?> values && !values.contains(value.text())) {
            return Optional.of("one of " + String.join(", ", Catalog.<List<String>>cast(values)));
        }
        if (schema.containsKey("minLength") && value.text().isBlank()) {
            return Optional.of("a text that is not blank");
        }
        return value.type() == Type.INTEGER ? outOfRange(schema, new BigDecimal(value.text())) : Optional.empty();
    }

    /** True if a number such as {@code 10.0} or {@code 1e1} has no fraction. Such a number is a JSON integer too. */
    private static boolean isWhole(String number) {
        try {
            return new BigDecimal(number).stripTrailingZeros().scale() <= 0;
        } catch (ArithmeticException | NumberFormatException e) {
            return false; // The exponent is too large, with or without the zeros at the end.
        }
    }

    private static Optional<String> outOfRange(Map<String, Object> schema, BigDecimal number) {
        int min = (Integer) schema.get("minimum");
        int max = (Integer) schema.get("maximum");
        boolean inside =
                number.compareTo(BigDecimal.valueOf(min)) >= 0 && number.compareTo(BigDecimal.valueOf(max)) <= 0;
        return inside ? Optional.empty() : Optional.of("between " + min + " and " + max);
    }
}
