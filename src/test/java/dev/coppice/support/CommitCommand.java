package dev.coppice.support;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Finds the command {@code COMMIT} in what the JDBC driver sends over one connection. The driver sends a command in one
 * piece, at most with others before and after it. Not thread-safe.
 */
sealed interface CommitCommand {

    /** Creates the search for one connection to this database. */
    static CommitCommand of(Database database) {
        return database.url().startsWith("jdbc:postgresql:") ? new OfPostgreSql() : new OfMariaDb();
    }

    /** True if the first {@code length} bytes, which the driver has sent now, contain the command. */
    boolean isIn(byte[] buffer, int length);

    private static String text(byte[] buffer, int length) {
        return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Its driver sends the text each time, as a query: code 3, then the text. */
    final class OfMariaDb implements CommitCommand {
        @Override
        public boolean isIn(byte[] buffer, int length) {
            return text(buffer, length).contains("\3COMMIT");
        }
    }

    /**
     * Its driver sends the text once for each connection, with a name for the statement ({@code S_3}). From then on it
     * binds the statement by its name: after the empty name of a portal.
     */
    final class OfPostgreSql implements CommitCommand {
        private static final Pattern PREPARED = Pattern.compile("(S_\\d+)\0COMMIT\0");

        private String name;

        @Override
        public boolean isIn(byte[] buffer, int length) {
            var text = text(buffer, length);
            var prepared = PREPARED.matcher(text);
            if (prepared.find()) {
                name = prepared.group(1);
            }
            return name != null && text.contains("\0" + name + "\0");
        }
    }
}
