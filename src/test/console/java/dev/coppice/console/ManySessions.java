package dev.coppice.console;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.Databases;
import dev.coppice.support.Json;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Map;

/**
 * Creates very many sessions at once: copies of one empty session in the namespace {@code many}. Requests would need
 * minutes for that, so the rows are written while the server is stopped.
 */
final class ManySessions {

    /** The number of sessions besides the one that is copied; 0 saves half a minute where no story needs them. */
    static final int COUNT = Integer.getInteger("coppice.console.sessions", 100_000);

    static final String NAMESPACE = "many";

    /** New values of columns; x is the number of the copy. The others are those of the copied session. */
    private static final Map<String, String> CHANGED = Map.of(
            "ID", "s.id + x",
            "TREE_ID", "s.tree_id + x",
            "SESSION_ID", "'many-' || x",
            "NAME", "'Session ' || x",
            "USER_ID", "'user-' || mod(x, 1000)",
            "UPDATED_AT", "s.updated_at - x * 60000",
            "CREATED_AT", "s.created_at - x * 60000");

    private ManySessions() {}

    /** Creates the sessions on a server that runs, and starts it again. */
    static void create(CoppiceServer server) {
        server.api()
                .post("/v1/sessions")
                .query("namespace", NAMESPACE)
                .json(Json.object("id", "many-0", "name", "Session 0", "agent", "gardener"))
                .send()
                .expect(201);
        if (COUNT == 0) {
            return;
        }
        server.stop();
        try (var connection = Databases.connect(server);
                var statement = connection.createStatement()) {
            var source = " from session s cross join system_range(1, " + COUNT + ") where s.session_id = 'many-0'";
            statement.executeUpdate("insert into tree (id) select s.tree_id + x" + source);
            var columns = columns(connection);
            var values = columns.stream()
                    .map(column -> CHANGED.getOrDefault(column, "s." + column))
                    .toList();
            statement.executeUpdate("insert into session (" + String.join(", ", columns) + ") select "
                    + String.join(", ", values) + source);
            statement.execute("alter table session alter column id restart with " + 2 * COUNT);
            statement.execute("alter table tree alter column id restart with " + 2 * COUNT);
            // The server has configured the database to stay open in the process that uses it.
            statement.execute("shutdown");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        server.restart();
    }

    private static ArrayList<String> columns(Connection connection) throws SQLException {
        var names = new ArrayList<String>();
        try (var columns = connection.getMetaData().getColumns(null, "PUBLIC", "SESSION", null)) {
            while (columns.next()) {
                names.add(columns.getString("COLUMN_NAME"));
            }
        }
        return names;
    }
}
