package dev.coppice.mcp;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the argument {@code timeframe} of the prompt {@code recent_activity}. Pure. */
final class Timeframe {
    private static final Pattern TIMEFRAME = Pattern.compile("(\\d{1,4})([hdw])");
    private static final Duration DEFAULT = Duration.ofDays(7);

    private Timeframe() {}

    /**
     * Reads a duration such as {@code 24h}, {@code 7d} or {@code 2w}. Returns seven days if the text is null or blank,
     * and empty for any other text.
     */
    static Optional<Duration> of(String text) {
        if (text == null || text.isBlank()) {
            return Optional.of(DEFAULT);
        }
        var found = TIMEFRAME.matcher(text.strip());
        if (!found.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(found.group(1));
        return Optional.of(
                switch (found.group(2)) {
                    case "h" -> Duration.ofHours(number);
                    case "d" -> Duration.ofDays(number);
                    default -> Duration.ofDays(7 * number);
                });
    }
}
