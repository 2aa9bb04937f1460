package dev.coppice.driver;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * JDBC driver that passes every call to the driver of H2, MariaDB or PostgreSQL, depending on the URL. A data source of
 * WildFly names exactly one driver. By naming this driver, it can connect to any of the three databases, and the
 * setting {@code COPPICE_DB_URL} alone selects one. Thread-safe.
 */
public class CoppiceDriver implements Driver {
    private static final FirstConnection FIRST = new FirstConnection();

    static {
        DirectFiles.register();
    }

    /** Reads the limit of {@link AnswerLimit} in the unit of a driver's property {@code socketTimeout}. */
    private interface Limit {
        int read() throws SQLException;
    }

    /**
     * The driver of one kind of database, and the properties of its connections.
     *
     * @param driver the JDBC driver of the database
     * @param properties properties of the connections, unless the URL sets them
     * @param limit value of the property {@code socketTimeout}; null for a driver without it
     */
    private record Target(Driver driver, Map<String, String> properties, Limit limit) {}

    /**
     * The drivers of the supported databases, each with the properties that its connections get unless the data source
     * or the URL sets them.
     *
     * <p>MariaDB and PostgreSQL: an attempt to connect fails after two seconds, so that requests do not wait longer
     * during an outage. The database ends a transaction that was idle for 20 seconds. Otherwise a node that hangs
     * within a transaction would keep its locks, and other nodes would wait for them. MariaDB: statements are prepared
     * on the database server. This saves time, because Coppice repeats a small number of statements. PostgreSQL: a wait
     * for a row lock ends after five seconds, as on H2. Its errors come without details, which contain whole rows and
     * so would bring texts of messages into the log.
     *
     * <p>MariaDB and PostgreSQL: a connection counts as lost if the database sends no byte for
     * {@code coppice.db.answer-seconds} while a statement waits for it. Otherwise a request whose answer the network
     * has lost would wait for ever and keep its session locked. The time in which the result of a query is sent, or
     * waits for its reader, does not count. Migrations have no limit ({@code dev.coppice.db.UnlimitedMigrations}).
     */
    private static final List<Target> TARGETS = List.of(
            new Target(new org.h2.Driver(), Map.of(), null),
            new Target(
                    new org.mariadb.jdbc.Driver(),
                    Map.of(
                            "useServerPrepStmts",
                            "true",
                            "connectTimeout",
                            "2000",
                            "sessionVariables",
                            "idle_transaction_timeout=20"),
                    AnswerLimit::millis),
            new Target(
                    new org.postgresql.Driver(),
                    Map.of(
                            "ApplicationName",
                            "Coppice",
                            "connectTimeout",
                            "2",
                            "logServerErrorDetail",
                            "false",
                            "options",
                            "-c lock_timeout=5s -c idle_in_transaction_session_timeout=20s"),
                    AnswerLimit::seconds));

    /**
     * Opens a connection by the driver that accepts the URL. Throws {@code SQLException} if the URL begins with none of
     * {@code jdbc:h2:}, {@code jdbc:mariadb:} and {@code jdbc:postgresql:}, if a setting is invalid, if the file of the
     * password cannot be read, or if the database cannot be reached.
     */
    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        var target = target(url);
        var properties = new Properties();
        properties.putAll(target.properties());
        if (target.limit() != null) {
            properties.put("socketTimeout", String.valueOf(target.limit().read()));
        }
        properties.putAll(DatabasePassword.in(info));
        var file = PrivateFiles.file(url);
        file.ifPresent(PrivateFiles::createDirectory);
        var connection = FIRST.open(() -> file.isPresent()
                ? new GroupedConnection(url, properties)
                : target.driver().connect(url, properties));
        file.ifPresent(PrivateFiles::protect);
        file.ifPresent(path -> FileCompaction.start(connection, path));
        return connection;
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        for (var target : TARGETS) {
            if (target.driver().acceptsURL(url)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
        return target(url).driver().getPropertyInfo(url, info);
    }

    private static Target target(String url) throws SQLException {
        for (var target : TARGETS) {
            if (target.driver().acceptsURL(url)) {
                return target;
            }
        }
        throw new SQLException("COPPICE_DB_URL must begin with jdbc:h2:, jdbc:mariadb: or jdbc:postgresql:", "08001");
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("dev.coppice.driver");
    }
}
