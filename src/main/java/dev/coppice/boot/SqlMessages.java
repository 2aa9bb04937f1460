package dev.coppice.boot;

import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * Removes values from the messages of database errors, which quote what a statement would have written, for example
 * {@code Duplicate entry 'a' for key 'b'}. The log must not contain texts of clients. Pure.
 */
final class SqlMessages {
    /**
     * A message with a value in single quotes. Names of MariaDB's keys, columns and tables are in single quotes, too.
     * The groups are the text before the first value, in which names may be, and the name of the key at the end. What
     * is between them is removed as a whole: MariaDB does not double quotes within values, and H2 shortens long values,
     * so that the quote at their end is missing.
     */
    private static final Pattern WITH_VALUE =
            Pattern.compile("(?s)((?:(?i:key|column|table|field) '[^']*'|[^'])*+)'.*?( for key '[^']*')?");

    /** What precedes the statement in messages of H2. Coppice's statements have parameters in place of values. */
    private static final String STATEMENT = "; SQL statement:";

    private SqlMessages() {}

    /**
     * Returns a text in which the messages of the database errors have no values. The text may contain each message
     * several times, because exceptions repeat the messages of their causes.
     *
     * @param text a stack trace, or messages of exceptions
     * @param failure the exception of the text; its causes and suppressed exceptions are examined, too
     */
    static String withoutValues(String text, Throwable failure) {
        var result = text;
        for (var each : Causes.of(failure)) {
            var message = each instanceof SQLException ? each.getMessage() : null;
            if (message != null && !message.isEmpty()) {
                result = result.replace(message, withoutValues(message));
            }
        }
        return result;
    }

    private static String withoutValues(String message) {
        int end = message.lastIndexOf(STATEMENT);
        var text = end < 0 ? message : message.substring(0, end);
        var match = WITH_VALUE.matcher(text);
        if (!match.matches()) {
            return message;
        }
        var key = match.group(2) == null ? "" : match.group(2);
        return match.group(1) + "'…'" + key + message.substring(text.length());
    }
}
