package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A MariaDB Galera cluster of three members on this machine, from what is installed: {@code mariadbd}, the Galera
 * library and {@code rsync}. Its data is under {@code target}. If the build runs as root, it runs as {@code nobody},
 * because an rsync of root cannot receive the data. Not thread-safe.
 */
public final class Galera implements AutoCloseable {

    private static final Path HOME = Path.of("target", "it", "galera").toAbsolutePath();
    private static final Path LIBRARY = Path.of("/usr/lib/galera/libgalera_smm.so");
    private static final Duration START = Duration.ofMinutes(3);
    private static final String PASSWORD = "coppice";

    private final List<Member> members =
            IntStream.range(0, 3).mapToObj(Member::new).toList();

    /** Starts the members one after the other. Fails if something is missing on this machine. */
    public Galera() {
        requireInstalled();
        try {
            Folders.delete(HOME);
            Files.createDirectories(HOME);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        members.get(0).install();
        members.get(0).start("--wsrep-new-cluster");
        for (var member : members.subList(1, members.size())) {
            member.install();
            member.start();
        }
    }

    private static void requireInstalled() {
        var missing = Stream.of("mariadbd", "mariadb-install-db", "rsync")
                .filter(program -> MariaDb.installed(program).isEmpty())
                .collect(Collectors.toCollection(ArrayList::new));
        if (!Files.exists(LIBRARY)) {
            missing.add(LIBRARY.toString());
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "The test of a Galera cluster needs " + missing + ". On Debian: mariadb-server, galera-4, rsync.");
        }
    }

    /** Creates a database. Its URL lists all members; the driver takes the first one that answers. */
    public Database create(String name) {
        try (var connection = members.get(0).connect("mysql");
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
            statement.execute("create user '" + name + "'@'127.0.0.1' identified by '" + PASSWORD + "'");
            statement.execute("grant all on " + name + ".* to '" + name + "'@'127.0.0.1'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        var hosts = members.stream().map(member -> "127.0.0.1:" + member.port).collect(Collectors.joining(","));
        return new Database(
                "jdbc:mariadb:sequential://" + hosts + "/" + name + "?connectTimeout=2000&socketTimeout=30000",
                name,
                PASSWORD);
    }

    /** Kills the first member, to which all connections lead, with SIGKILL. */
    public void killFirst() {
        ChildProcesses.kill(members.get(0).process);
    }

    /** Starts the first member again and returns when it has joined the others. */
    public void restartFirst() {
        members.get(0).start();
    }

    /** Reads one number by SQL from each member. */
    public List<Long> numbers(Database database, String sql) {
        var name = database.user();
        return members.stream().map(member -> member.number(name, sql)).toList();
    }

    @Override
    public void close() {
        members.forEach(member -> ChildProcesses.stop(member.process));
    }

    private final class Member {
        private final int number;
        private final Path home;
        private final int port = Ports.free();
        private final int group = Ports.free();
        private final int incremental = Ports.free();
        private final int snapshot = Ports.free();
        private Process process;

        private Member(int number) {
            this.number = number;
            this.home = HOME.resolve(String.valueOf(number));
        }

        private void install() {
            try {
                ChildProcesses.createDirectory(home);
                var installer = MariaDb.installed("mariadb-install-db").orElseThrow();
                MariaDb.install(
                        ChildProcesses.notAsRoot(MariaDb.installation(installer, home)),
                        HOME.resolve("install-" + number + ".log"));
                // A new MariaDB has only root@localhost, which needs a name lookup that fails on some machines.
                Files.writeString(
                        home.resolve("users.sql"),
                        "create user if not exists 'root'@'127.0.0.1';\n"
                                + "grant all on *.* to 'root'@'127.0.0.1' with grant option;\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void start(String... more) {
            var command = new ArrayList<>(List.of(
                    MariaDb.installed("mariadbd").orElseThrow().toString(),
                    "--no-defaults",
                    "--datadir=" + home.resolve("data"),
                    "--socket=" + Path.of(System.getProperty("java.io.tmpdir"), "coppice-" + port + ".sock"),
                    "--pid-file=" + home.resolve("mariadb.pid"),
                    "--init-file=" + home.resolve("users.sql"),
                    "--port=" + port,
                    "--bind-address=127.0.0.1",
                    "--skip-name-resolve",
                    "--character-set-server=utf8mb4",
                    "--max-allowed-packet=64M",
                    "--innodb-flush-log-at-trx-commit=1",
                    "--innodb-autoinc-lock-mode=2",
                    "--innodb-lock-wait-timeout=5",
                    "--binlog-format=ROW",
                    "--wsrep-on=ON",
                    "--wsrep-provider=" + LIBRARY,
                    "--wsrep-cluster-name=coppice",
                    "--wsrep-cluster-address=gcomm://" + addresses(),
                    "--wsrep-node-name=member-" + number,
                    "--wsrep-node-address=127.0.0.1:" + group,
                    "--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:" + group + ";ist.recv_addr=127.0.0.1:"
                            + incremental,
                    "--wsrep-sst-method=rsync",
                    "--wsrep-sst-receive-address=127.0.0.1:" + snapshot));
            command.addAll(List.of(more));
            var log = HOME.resolve("member-" + number + ".log");
            process = ChildProcesses.start(new ProcessBuilder(ChildProcesses.notAsRoot(command)), log);
            Await.until("member " + number + " has joined the cluster, see " + log, START, this::isReady);
        }

        private boolean isReady() throws SQLException {
            if (!process.isAlive()) {
                throw new IllegalStateException("mariadbd has ended with " + process.exitValue());
            }
            try (var connection = connect("mysql");
                    var statement = connection.createStatement();
                    var row = statement.executeQuery("show status like 'wsrep_ready'")) {
                return row.next() && row.getString(2).equals("ON");
            }
        }

        private Connection connect(String database) throws SQLException {
            return DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/" + database, "root", "");
        }

        private long number(String database, String sql) {
            try (var connection = connect(database);
                    var statement = connection.createStatement();
                    var row = statement.executeQuery(sql)) {
                row.next();
                return row.getLong(1);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private String addresses() {
        return members.stream().map(member -> "127.0.0.1:" + member.group).collect(Collectors.joining(","));
    }
}
