package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tukaani.xz.XZInputStream;

/**
 * A PostgreSQL server for the tests, from Maven: profiles like {@code postgresql} copy its archive to {@code target}.
 * Its data is under {@code target}, too. It ends with the tests. As in production, every commit is flushed to the disk.
 * PostgreSQL refuses to run as root, so that root starts it as the user {@code nobody}.
 */
public final class PostgreSql implements DatabaseServer {

    /** Directory of the archive, from the build. */
    private static final String ARCHIVE = "postgresql.archive";

    private static final Duration START = Duration.ofMinutes(5);
    private static final String ADMINISTRATOR = "postgres";
    private static final String USER = "coppice";
    /** Not a word that is elsewhere in logs and answers, because {@code LeaksIT} looks for it there. */
    private static final String PASSWORD = "canary-of-the-database";

    private static PostgreSql shared;

    private final Path home;
    private final Path programs;
    private final int port = Ports.free();
    private Process process;

    private PostgreSql(Path home) throws IOException {
        this.home = home;
        Folders.delete(home);
        ChildProcesses.createDirectory(home);
        programs = unpacked().resolve("bin");
        run(List.of(
                programs.resolve("initdb").toString(),
                "--pgdata=" + home.resolve("data"),
                "--username=" + ADMINISTRATOR,
                "--auth=trust",
                "--encoding=UTF8",
                "--no-locale"));
        start();
        try (var connection = administrator("postgres");
                var statement = connection.createStatement()) {
            statement.execute("create role " + USER + " login password '" + PASSWORD + "'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The PostgreSQL of this JVM; started by the first call. */
    public static synchronized PostgreSql shared() {
        if (shared == null) {
            try {
                shared = new PostgreSql(home("postgresql"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return shared;
    }

    /** Starts a PostgreSQL of its own, which a test may kill while others use theirs. It ends with the tests. */
    static PostgreSql separate(String name) {
        try {
            return new PostgreSql(home("postgresql-" + name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path home(String name) {
        return Path.of("target", "it", name).toAbsolutePath();
    }

    /** A file beside the data, which the user of the server cannot write. */
    private Path log(String suffix) {
        return home.resolveSibling(home.getFileName() + suffix);
    }

    /** Unpacks the archive next to it, once. */
    private static Path unpacked() throws IOException {
        var directory = Path.of(System.getProperty(ARCHIVE));
        var folder = directory.resolve("server");
        if (!Files.exists(folder.resolve("bin/postgres"))) {
            Files.createDirectories(folder);
            run(
                    List.of("tar", "--extract", "--directory=" + folder),
                    archive(directory),
                    directory.resolve("unpack.log"));
        }
        return folder;
    }

    private static Path archive(Path directory) throws IOException {
        try (var files = Files.newDirectoryStream(directory, "*.txz")) {
            return files.iterator().next();
        }
    }

    private static void run(List<String> command, Path archive, Path log) throws IOException {
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try (var in = new XZInputStream(Files.newInputStream(archive));
                var out = process.getOutputStream()) {
            in.transferTo(out);
        }
        await(process, log);
    }

    private void run(List<String> command) {
        var log = log("-initdb.log");
        await(ChildProcesses.start(new ProcessBuilder(ChildProcesses.notAsRoot(command)), log), log);
    }

    private static void await(Process process, Path log) {
        try {
            if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("PostgreSQL cannot be installed, see " + log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    private Connection administrator(String database) throws SQLException {
        return DriverManager.getConnection(url(database), ADMINISTRATOR, "");
    }

    /** With a collation that ignores case at first, to test that the schema states its own. */
    @Override
    public Database create(String name) {
        try (var connection = administrator("postgres");
                var statement = connection.createStatement()) {
            statement.execute("drop database if exists " + name + " with (force)");
            statement.execute(
                    "create database " + name + " owner " + USER + " template template0" + collation(connection));
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot create the database " + name, e);
        }
        return new Database(url(name), USER, PASSWORD);
    }

    /** PostgreSQL 14 has no such collations for databases. */
    private static String collation(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseMajorVersion() < 15 ? "" : " locale_provider icu icu_locale 'en-US'";
    }

    @Override
    public Connection connect(Database database) throws SQLException {
        return DriverManager.getConnection(database.url(), ADMINISTRATOR, "");
    }

    @Override
    public Set<String> openTransactions(Database database) throws SQLException {
        try (var connection = connect(database);
                var statement = connection.createStatement();
                var row = statement.executeQuery(
                        """
                        select pid, xact_start from pg_stat_activity
                        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()""")) {
            var open = new HashSet<String>();
            while (row.next()) {
                open.add(row.getString(1) + " since " + row.getString(2));
            }
            return open;
        }
    }

    @Override
    public long statements(Database database) throws SQLException {
        try (var connection = connect(database);
                var statement = connection.createStatement();
                var row = statement.executeQuery(
                        """
                        select xact_commit + xact_rollback from pg_stat_database
                        where datname = current_database()""")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void refuseWrites(boolean refused) {
        try (var connection = administrator("postgres");
                var statement = connection.createStatement()) {
            statement.execute("alter system set default_transaction_read_only = " + refused);
            statement.execute("select pg_reload_conf()");
            Await.until("the setting applies", START, () -> isReadOnly(connection) == refused);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isReadOnly(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("show default_transaction_read_only")) {
            row.next();
            return row.getString(1).equals("on");
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

    /** After a kill, the server waits until the last process of the killed one has ended. */
    private void start() {
        var command = ChildProcesses.notAsRoot(List.of(
                programs.resolve("postgres").toString(),
                "-D",
                home.resolve("data").toString(),
                "-p",
                String.valueOf(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "max_connections=300",
                "-c",
                "shared_buffers=256MB"));
        var log = log(".log");
        Await.until("PostgreSQL answers, see " + log, START, () -> {
            if (process == null || !process.isAlive()) {
                process = ChildProcesses.start(new ProcessBuilder(command), log);
            }
            try (var connection = administrator("postgres")) {
                return connection.isValid(1);
            }
        });
    }
}
