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
 *   <li>Add a constant here with its eight fields: the product name in the JDBC metadata; the folder of the migrations;
 *       a query for the time of the database in milliseconds since the epoch; the server variable that limits the bytes
 *       of a statement ({@link DatabaseCheck} reads it with {@code select @@}), or null; the codes of retryable errors;
 *       the codes of lock timeouts; the codes of lost connections, besides the SQL states of class 08; the codes of a
 *       full disk. A code is a vendor code or an SQL state, depending on which one identifies the error. A connection
 *       to a server that only accepts reads, because another one has become the primary, counts as lost.
 *   <li>Write its migrations in {@code src/main/resources/db/<folder>}, with the same version numbers as the others.
 *       Ids need a binary collation without padding, and bodies need a binary type. The schema must state its character
 *       set, or refuse a database with another one. Add the database's module of Flyway to {@code pom.xml}, and its
 *       options for Flyway, if it needs any, to {@link Migrations}.
 *   <li>Give the server the JDBC driver of the database: a server module like {@code
 *       wildfly-config/modules/org/postgresql/jdbc/main/module.xml}, and in {@code pom.xml} a dependency like that on
 *       {@code postgresql} and another item of the execution {@code drivers}, which copies the jar to the module. Add
 *       the driver's group to {@code includeGroupIds} of the execution {@code bundled-libraries}, for Payara.
 *   <li>Add the driver to {@link dev.coppice.driver.CoppiceDriver}, with the properties that its connections need, and
 *       its module to the dependencies in {@code wildfly-config/modules/dev/coppice/driver/main/module.xml}.
 *   <li>The classes of the server outside of the WAR cannot use this type, so they repeat some of its codes. Add the
 *       codes of lost connections to {@link dev.coppice.driver.LostConnections}, by which the pool removes a
 *       connection, and to {@code dev.coppice.boot.LostConnection}, which keeps the log short; those of a full disk to
 *       {@code dev.coppice.boot.FullDisk}; and the code of a database that is starting, unless it is of class 08, to
 *       {@code dev.coppice.driver.FirstConnection}. {@code DialectTest} compares them. If the database's error messages
 *       quote values, {@code dev.coppice.boot.SqlMessages} must remove these values from the log, or {@code
 *       CoppiceDriver} must tell the database's driver to leave them out, as for PostgreSQL.
 *   <li>Check that the database supports READ COMMITTED, the isolation of the data source in {@code
 *       wildfly-config/configure.cli}. Choose where the lock timeout is set: in the URL (H2: five seconds), in a
 *       property that the driver adds (PostgreSQL: five seconds), or in a setting of the database server (MariaDB:
 *       {@code innodb_lock_wait_timeout}).
 *   <li>Review the native statements ({@code createNativeQuery}, {@code prepareStatement}). They use the SQL that all
 *       databases so far share, {@code limit} and {@code for update skip locked} included, and no literals of bytes. A
 *       statement that has to differ becomes a member of this type. A failed statement ends its transaction: on
 *       PostgreSQL no other statement of the transaction works after it.
 *   <li>Check which characters a text may contain. No text column gets U+0000 ({@link dev.coppice.Ids#checkText}),
 *       because PostgreSQL refuses it. An empty text must differ from null: it is the name of the default namespace.
 *   <li>Add a test server to {@code dev.coppice.support.Databases}, and to {@code pom.xml} a profile like {@code
 *       postgresql} that runs the contract tests on it.
 *   <li>Add its name to the enum {@code database} in {@code src/main/resources/openapi/service.yaml}, and to the texts
 *       in {@link #ofProduct}, {@code CoppiceDriver} and {@code ServerSettings}. Add its lock timeout to the text of
 *       {@code coppice.session.queue-wait} in {@code Settings}, and to "Busy" in {@code src/docs/api.md}. Other pages
 *       in {@code src/docs} name the databases, too.
 * </ol>
 *
 * <p>Hibernate finds its own dialect by the same metadata.
 */
public enum Dialect {
    /**
     * H2, the embedded database that is used by default. Retryable errors: duplicate key, concurrent update. Lost
     * connections: H2 has closed the database, which it does if it cannot write to the disk, or is still closing it, so
     * that its file is in use. It has no error code for a full disk; the text of its errors says that the disk is full.
     */
    H2(
            "H2",
            "h2",
            "select extract(epoch from current_timestamp) * 1000",
            null,
            Set.of("23505", "90131"),
            Set.of("50200"),
            Set.of("90020", "90098", "90121"),
            Set.of()),

    /**
     * MariaDB, for production. Retryable errors: row changed since the snapshot, duplicate key, deadlock. Lost
     * connections: the server only accepts reads.
     */
    MARIADB(
            "MariaDB",
            "mariadb",
            "select unix_timestamp(now(3)) * 1000",
            "max_allowed_packet",
            Set.of("1020", "1062", "1213"),
            Set.of("1205"),
            Set.of("1290"),
            Set.of("1021", "1114")),

    /**
     * PostgreSQL, for production. Retryable errors: duplicate key, deadlock. Lost connections: an administrator has
     * ended the connection, the database has crashed, the database is starting and refuses connections, a transaction
     * was idle for too long, or the server only accepts reads.
     */
    POSTGRESQL(
            "PostgreSQL",
            "postgresql",
            "select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)",
            null,
            Set.of("23505", "40P01"),
            Set.of("55P03"),
            Set.of("57P01", "57P02", "57P03", "25P03", "25006"),
            Set.of("53100"));

    /** The operating system's text for a write without space, which errors of databases quote. */
    private static final String NO_SPACE = "No space left on device";

    /** SQL state of every database for a transaction that failed because of another one. */
    private static final String SERIALIZATION_FAILURE = "40001";

    /** First two characters of the SQL states of every JDBC driver for a missing or lost connection. */
    private static final String CONNECTION_EXCEPTION = "08";

    /** SQL states of H2 when it has closed its database, and while it closes it. */
    private static final Set<String> CLOSES_ITSELF = Set.of("90098", "90121");

    private static volatile Dialect current;

    private final String productName;
    private final String folder;
    private final String clockQuery;
    private final String packetLimit;
    private final Set<String> retryable;
    private final Set<String> lockTimeouts;
    private final Set<String> lostConnections;
    private final Set<String> fullDisk;

    Dialect(
            String productName,
            String folder,
            String clockQuery,
            String packetLimit,
            Set<String> retryable,
            Set<String> lockTimeouts,
            Set<String> lostConnections,
            Set<String> fullDisk) {
        this.productName = productName;
        this.folder = folder;
        this.clockQuery = clockQuery;
        this.packetLimit = packetLimit;
        this.retryable = retryable;
        this.lockTimeouts = lockTimeouts;
        this.lostConnections = lostConnections;
        this.fullDisk = fullDisk;
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

    /** Returns the SQL query for the value of {@link #packetLimit}, which must not be empty. */
    String packetLimitQuery() {
        return "select @@" + packetLimit;
    }

    /**
     * Returns the SQL statement that copies the database to a zip file while it is in use, with the path of the file as
     * its parameter; empty if the database has no such statement.
     */
    Optional<String> backupStatement() {
        return this == H2 ? Optional.of("backup to ?") : Optional.empty();
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

    /**
     * True if the connection to the database cannot be opened or was lost. If it was lost, the outcome of its
     * transaction is unknown.
     */
    boolean isConnectionLost(SQLException failure) {
        var state = failure.getSQLState();
        return state != null && state.startsWith(CONNECTION_EXCEPTION) || isOneOf(lostConnections, failure);
    }

    /**
     * True if an embedded database has closed itself after a failed write, or is closing. May be called before
     * {@link #select}.
     */
    static boolean hasClosedItself(SQLException failure) {
        return CLOSES_ITSELF.contains(String.valueOf(failure.getSQLState()));
    }

    /** True if the database could not write because its disk is full. */
    boolean isDiskFull(SQLException failure) {
        return isOneOf(fullDisk, failure) || saysNoSpace(failure);
    }

    /** True if the text of a failure quotes the operating system's error about a full disk. */
    static boolean saysNoSpace(Throwable failure) {
        return String.valueOf(failure.getMessage()).contains(NO_SPACE);
    }

    private static boolean isOneOf(Set<String> codes, SQLException failure) {
        var state = failure.getSQLState();
        return codes.contains(String.valueOf(failure.getErrorCode())) || state != null && codes.contains(state);
    }
}
