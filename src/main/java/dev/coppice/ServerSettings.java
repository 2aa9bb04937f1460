package dev.coppice;

import dev.coppice.SettingsReader.Declared;
import java.util.List;

/**
 * Declares the settings that are read outside of the application, such as the server's port and the address of the
 * database. The script {@code configure.cli} passes most of them to the application server. The packages {@code driver}
 * and {@code boot}, which run as modules of the server, read the others themselves. The declarations here are for the
 * settings page and the list of settings in force.
 */
final class ServerSettings {
    private ServerSettings() {}

    static final List<Declared> DECLARED = List.of(
            new Declared(
                    "coppice.db.url",
                    "H2 in `coppice.data`",
                    "JDBC URL",
                    "Database: a `jdbc:h2:`, `jdbc:mariadb:` or `jdbc:postgresql:` URL. The driver follows the URL."),
            new Declared("coppice.db.user", "coppice", "text", "User of the database."),
            new Declared("coppice.db.password", "coppice", SettingsReader.SECRET, "Password of the database."),
            new Declared(
                    "coppice.db.password-file",
                    null,
                    "path of a file",
                    "File with the password of the database, as orchestrators mount it; read at each new connection."),
            new Declared(
                    "coppice.db.answer-seconds",
                    "60",
                    "0 to 86400",
                    "Seconds that a statement waits for a byte of MariaDB or PostgreSQL before its connection counts as"
                            + " lost and the request gets 503; 0 for ever. A transaction may take 60 seconds, so nobody"
                            + " needs a later answer. Migrations have no limit; `socketTimeout` in the URL replaces this."),
            new Declared(
                    "coppice.db.start-wait",
                    "PT1M",
                    "duration",
                    "How long after its start the server waits for a database that cannot be reached yet. Afterwards the"
                            + " application is not deployed."),
            new Declared(
                    "coppice.extensions",
                    "extensions in coppice.data",
                    "directory",
                    "Directory of jars that become part of the application, see [extending](extending-in-java.md)."),
            new Declared(
                    "coppice.db.connections",
                    "32",
                    "number",
                    "Database connections of a node: at most so many for transactions, and as many for reads without one."
                            + " A session with many writers needs one of them."),
            new Declared(
                    "coppice.http.host",
                    "127.0.0.1",
                    "address",
                    "Address to listen on. Only this machine can connect to the default."),
            new Declared("coppice.http.port", "8080", "number", "Port of the API."),
            new Declared(
                    "coppice.http.threads",
                    "256",
                    "number",
                    "Threads for requests; more than the writers that may wait for one session"
                            + " (`coppice.session.queue`)."),
            new Declared(
                    "coppice.log.console",
                    "INFO",
                    "level",
                    "Lowest level of lines on the console; `OFF` for none. `bin/coppice start` sets `OFF`, because nothing"
                            + " rotates the file with its output."),
            new Declared(
                    "coppice.log.file-size",
                    "16m",
                    "size",
                    "Size at which `server.log` is renamed to `server.log.1`, for example `512k` or `16m`."),
            new Declared("coppice.log.files", "5", "number", "Renamed files of the log that are kept."),
            new Declared(
                    "coppice.log.format",
                    "text",
                    "`text` or `json`",
                    "Format of the log, on the console and in `server.log`: text, or one JSON object a line. Any other"
                            + " value means `text`."),
            new Declared("coppice.management.port", "9990", "number", "Port of WildFly's management, on loopback."),
            new Declared(
                    "coppice.node",
                    "coppice",
                    "text",
                    "Name of the node in the transaction log; different for each node on a database."));
}
