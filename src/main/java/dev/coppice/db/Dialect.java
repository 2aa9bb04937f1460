package dev.coppice.db;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/**
 * What Coppice needs to know about one kind of database. {@link Migrations} selects the dialect by the product name in
 * the JDBC metadata of the data source, before any bean of the application starts; {@link #current} returns it from
 * then on. Thread-safe.
 *
 * <p>To add a database, for example Oracle:
 *
 * <ol>
 *   <li>Add a constant here with its seven fields: the product name in the JDBC metadata; the folder of the migrations;
 *       a query for the time of the database in milliseconds since the epoch; the server variable that limits the bytes
 *       of a statement ({@link DatabaseCheck} reads it by {@code select @@}), or null; the codes of retryable errors;
 *       the codes of lock timeouts; the codes of lost connections, besides the SQL states of class 08. A code is a
 *       vendor code or an SQL state, depending on which one identifies the error.
 *   <li>Write its migrations in {@code src/main/resources/db/<folder>}, with the same version numbers as the others.
 *       Ids need a binary collation without padding, bodies a binary type, and the schema states its character set, or
 *       refuses a database with another one. Add the database's module of Flyway to {@code pom.xml}.
 *   <li>Give the server the JDBC driver of the database: a server module like {@code
 *       wildfly-config/modules/org/postgresql/jdbc/main/module.xml}, and in {@code pom.xml} a dependency like that on
 *       {@code postgresql} and another item of the execution {@code drivers}, which copies the jar to the module.
 *   <li>Add the driver to {@link dev.coppice.driver.CoppiceDriver}, with the properties that its connections need, and
 *       its module to the dependencies in {@code wildfly-config/modules/dev/coppice/driver/main/module.xml}.
 *   <li>Add the codes of broken connections to {@link dev.coppice.driver.LostConnections}, and check the data source in
 *       {@code wildfly-config/configure.cli}. Its isolation is READ COMMITTED. The lock timeout is part of the URL (H2:
 *       five seconds), a property that the driver adds (PostgreSQL: five seconds), or a setting of the database server
 *       (MariaDB: {@code innodb_lock_wait_timeout}).
 *   <li>Review the native statements ({@code createNativeQuery}, {@code prepareStatement}). They use the SQL that all
 *       databases so far share, {@code limit} and {@code for update skip locked} included, and no literals of bytes. A
 *       statement that has to differ becomes a member of this type. A failed statement ends its transaction: on
 *       PostgreSQL no other statement of the transaction works after it.
 *   <li>Check which characters a text may contain. No text column gets U+0000 ({@link dev.coppice.Ids#checkText}),
 *       because PostgreSQL refuses it.
 *   <li>Add a test server to {@code dev.coppice.support.Databases}, and to {@code pom.xml} a profile like {@code
 *       postgresql} that runs the contract tests on it.
 * </ol>
 *
 * <p>Hibernate finds its own dialect by the same metadata.
 */
public enum Dialect {
    /** H2, the embedded database that is used by default. Retryable errors: duplicate key, concurrent update. */
    H2(
            "H2",
            "h2",
            "select extract(epoch from current_timestamp) * 1000",
            null,
            Set.of("23505", "90131"),
            Set.of("50200"),
            Set.of()),

    /** MariaDB, for production. Retryable errors: row changed since the snapshot, duplicate key, deadlock. */
    MARIADB(
            "MariaDB",
            "mariadb",
            "select unix_timestamp(now(3)) * 1000",
            "max_allowed_packet",
            Set.of("1020", "1062", "1213"),
            Set.of("1205"),
            Set.of()),

    /**
     * PostgreSQL, for production. Retryable errors: duplicate key, deadlock. Lost connections: ended by the
     * administrator, by a crash, by the start of the database, or because a transaction was idle for too long.
     */
    POSTGRESQL(
            "PostgreSQL",
            "postgresql",
            "select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)",
            null,
            Set.of("23505", "40P01"),
            Set.of("55P03"),
            Set.of("57P01", "57P02", "57P03", "25P03"));

    /** SQL state of every database for a transaction that failed because of another one. */
    private static final String SERIALIZATION_FAILURE = "40001";

    /** First two characters of the SQL states of every JDBC driver for a missing or lost connection. */
    private static final String CONNECTION_EXCEPTION = "08";

    private static volatile Dialect current;

    private final String productName;
    private final String folder;
    private final String clockQuery;
    private final String packetLimit;
    private final Set<String> retryable;
    private final Set<String> lockTimeouts;
    private final Set<String> lostConnections;

    Dialect(
            String productName,
            String folder,
            String clockQuery,
            String packetLimit,
            Set<String> retryable,
            Set<String> lockTimeouts,
            Set<String> lostConnections) {
        this.productName = productName;
        this.folder = folder;
        this.clockQuery = clockQuery;
        this.packetLimit = packetLimit;
        this.retryable = retryable;
        this.lockTimeouts = lockTimeouts;
        this.lostConnections = lostConnections;
    }

    /**
     * Returns the dialect of this server's database. Throws {@code IllegalStateException} if {@link #select} was not
     * called before.
     */
    public static Dialect current() {
        if (current == null) {
            throw new IllegalStateException("The dialect is requested before the migrations have run.");
        }
        return current;
    }

    /**
     * Selects the dialect for the database of the data source. From then on, {@link #current} returns it. Throws
     * {@code IllegalStateException} if the database is unreachable or if there is no dialect for it.
     */
    static Dialect select(DataSource source) {
        try (var connection = source.getConnection()) {
            current = ofProduct(connection.getMetaData().getDatabaseProductName());
            return current;
        } catch (SQLException e) {
            throw new IllegalStateException("The database of COPPICE_DB_URL cannot be reached", e);
        }
    }

    /**
     * Returns the dialect for a product name of the JDBC metadata, such as {@code MariaDB}. Throws
     * {@code IllegalStateException} if there is none.
     */
    static Dialect ofProduct(String productName) {
        for (var dialect : values()) {
            if (dialect.productName.equals(productName)) {
                return dialect;
            }
        }
        throw new IllegalStateException("Coppice runs on H2, MariaDB and PostgreSQL, not on " + productName);
    }

    /** Returns the name of the database, for example {@code MariaDB}. */
    public String productName() {
        return productName;
    }

    /** Returns the class path location of the SQL migrations, for Flyway. */
    String migrations() {
        return "classpath:db/" + folder;
    }

    /** Returns the SQL query that selects the time of the database, in milliseconds since the epoch. */
    String clockQuery() {
        return clockQuery;
    }

    /**
     * Returns the name of the variable of the database server that limits the bytes of one SQL statement; empty if the
     * database has no such limit.
     */
    Optional<String> packetLimit() {
        return Optional.ofNullable(packetLimit);
    }

    /**
     * True if the failure was caused by another transaction (conflict, deadlock or duplicate key), so that the failed
     * transaction may succeed if it is repeated. False for a lock timeout.
     */
    boolean isRetryable(SQLException failure) {
        return SERIALIZATION_FAILURE.equals(failure.getSQLState()) || isOneOf(retryable, failure);
    }

    /** True if the statement failed because it waited for a row lock longer than the lock timeout of the database. */
    boolean isLockTimeout(SQLException failure) {
        return isOneOf(lockTimeouts, failure);
    }

    /** True if the connection to the database was lost, so that the outcome of its transaction is unknown. */
    boolean isConnectionLost(SQLException failure) {
        var state = failure.getSQLState();
        return state != null && state.startsWith(CONNECTION_EXCEPTION) || isOneOf(lostConnections, failure);
    }

    private static boolean isOneOf(Set<String> codes, SQLException failure) {
        var state = failure.getSQLState();
        return codes.contains(String.valueOf(failure.getErrorCode())) || state != null && codes.contains(state);
    }
}
