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
     * Reads arguments; throws {@code UsageException} if an option is unknown or lacks its value.
     *
     * @param options names of the options that have a value
     * @param flags names of those that have none
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

    /** Returns an option that is a positive number. */
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

    /** Returns the only word. */
    String word(String what) {
        if (words.size() != 1) {
            throw new UsageException((words.isEmpty() ? "No " : "More than one ") + what + " given");
        }
        return words.get(0);
    }
}
