package dev.coppice.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The arguments of a command: words, options with a value, and flags. An option may precede or follow the words. */
final class Arguments {
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> options = new HashMap<>();

    /**
     * Reads the arguments of a command. Throws {@code UsageException} if an option is unknown or lacks its value.
     *
     * @param options names of the options that are followed by a value
     * @param flags names of the options without a value
     */
    Arguments(List<String> arguments, Set<String> options, Set<String> flags) {
        for (int i = 0; i < arguments.size(); i++) {
            var argument = arguments.get(i);
            if (!argument.startsWith("--")) {
                words.add(argument);
            } else if (flags.contains(argument)) {
                this.options.put(argument, "true");
            } else if (!options.contains(argument)) {
                throw new UsageException("Unknown option " + argument);
            } else if (i + 1 == arguments.size()) {
                throw new UsageException(argument + " needs a value");
            } else {
                this.options.put(argument, arguments.get(++i));
            }
        }
    }

    Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    boolean flag(String name) {
        return options.containsKey(name);
    }

    /**
     * Returns the value of an option as a number; empty if the option is not given. Throws {@code UsageException} if
     * the value is not a number above 0.
     */
    Optional<Integer> number(String name) {
        return option(name).map(value -> {
            if (!value.matches("[1-9]\\d{0,8}")) {
                throw new UsageException(name + " needs a number above 0, not " + value);
            }
            return Integer.valueOf(value);
        });
    }

    List<String> words() {
        return words;
    }

    /**
     * Returns the only word of the command. Throws {@code UsageException} if there is no word or more than one.
     *
     * @param what what the word means, for the error message, such as {@code session}
     */
    String word(String what) {
        if (words.size() != 1) {
            throw new UsageException((words.isEmpty() ? "No " : "More than one ") + what + " given");
        }
        return words.get(0);
    }
}
