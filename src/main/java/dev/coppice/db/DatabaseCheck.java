package dev.coppice.db;

import dev.coppice.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Refuses to start on a database that could not keep what Coppice promises to keep. */
@Singleton
@Startup
public class DatabaseCheck {
    /** What a statement needs besides the message itself. */
    private static final int OVERHEAD = 64 << 10;

    @Resource(lookup = "java:jboss/datasources/Coppice")
    private DataSource source;

    @Inject
    private Settings settings;

    @PostConstruct
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    void check() {
        if (!productOf(source).equals("mariadb")) {
            return;
        }
        try (var connection = source.getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("select @@max_allowed_packet")) {
            row.next();
            check(row.getLong(1), "coppice.message.max-bytes", settings.messageMaxBytes());
            check(row.getLong(1), "coppice.envelope.max-bytes", settings.envelopeMaxBytes());
            check(
                    row.getLong(1),
                    "coppice.context.max-bytes",
                    settings.context().maxBytes());
            check(row.getLong(1), "coppice.prompt.max-bytes", settings.context().promptMaxBytes());
        } catch (SQLException e) {
            throw new IllegalStateException("The database cannot be asked for its limits", e);
        }
    }

    private static void check(long packet, String setting, int bytes) {
        long needed = (long) bytes + OVERHEAD;
        if (packet < needed) {
            throw new IllegalStateException(
                    "max_allowed_packet of the database is " + packet + " bytes, " + setting + " needs " + needed);
        }
    }

    /** The database behind a data source: {@code h2} or {@code mariadb}, the name of its migrations. */
    static String productOf(DataSource source) {
        try (var connection = source.getConnection()) {
            var name = connection.getMetaData().getDatabaseProductName();
            return switch (name) {
                case "H2" -> "h2";
                case "MariaDB" -> "mariadb";
                default -> throw new IllegalStateException("Coppice runs on H2 and on MariaDB, not on " + name);
            };
        } catch (SQLException e) {
            throw new IllegalStateException("The database of COPPICE_DB_URL cannot be reached", e);
        }
    }
}
