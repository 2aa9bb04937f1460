package dev.coppice.support;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * The database under test, chosen by the system property {@code coppice.test.db}: {@code h2}, {@code mariadb} or
 * {@code postgresql}.
 */
public final class Databases {

    private static final String CHOICE = System.getProperty("coppice.test.db", "h2");

    private Databases() {}

    /**
     * True if the tests run on a database server: several nodes can share a database, and tests can open its tables
     * while a node runs. False on H2.
     */
    public static boolean areOnServer() {
        return switch (CHOICE) {
            case "h2" -> false;
            case "mariadb", "postgresql" -> true;
            default -> throw new IllegalArgumentException("coppice.test.db is unknown: " + CHOICE);
        };
    }

    /** The database server under test; started by the first call. Not on H2. */
    public static DatabaseServer server() {
        return CHOICE.equals("postgresql") ? PostgreSql.shared() : MariaDb.shared();
    }

    /** Starts a database server of the kind under test that a test may kill while others use theirs. Not on H2. */
    public static DatabaseServer separate(String name) {
        return CHOICE.equals("postgresql") ? PostgreSql.separate(name) : MariaDb.separate(name);
    }

    /** Creates an empty database of the chosen kind for one server. The name has letters, digits and dashes only. */
    public static Database fresh(String name) {
        return areOnServer() ? server().create("coppice_" + name.replace('-', '_')) : Database.H2;
    }

    /** Connects to a server's tables. On H2 the running server locks the file: stop it first. */
    public static Connection connect(CoppiceServer server) throws SQLException {
        var database = server.database();
        return database.isOnServer()
                ? DriverManager.getConnection(database.url(), database.user(), database.password())
                : DriverManager.getConnection(h2(server.data()), "coppice", "coppice");
    }

    private static String h2(Path data) {
        return "jdbc:h2:file:" + data.toAbsolutePath().resolve("coppice") + ";IFEXISTS=TRUE";
    }
}
