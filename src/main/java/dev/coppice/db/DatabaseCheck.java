package dev.coppice.db;

import dev.coppice.StoredSizes;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Fails the deployment if the database accepts only SQL statements that are too short for the largest values that the
 * settings allow. {@link StoredSizes} supplies these sizes, {@link Dialect#packetLimit} the limit of the database.
 */
@Singleton
@Startup
public class DatabaseCheck {
    /**
     * Number of bytes reserved for the rest of an SQL statement, besides the stored value: its text and its other
     * values, which are short.
     */
    private static final int OVERHEAD = 64 << 10;

    @Resource(lookup = Connections.TRANSACTIONS)
    private DataSource source;

    @Inject
    private Instance<StoredSizes> settings;

    @PostConstruct
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    void check() {
        Dialect.current().packetLimit().ifPresent(this::checkPacket);
    }

    /**
     * Compares the sizes of stored values with the limit of the database. Throws {@code IllegalStateException} if a
     * size plus {@link #OVERHEAD} exceeds the limit. This method has another name than {@link #check}, because Payara
     * might call it instead of that {@code @PostConstruct} method if both had the same name.
     *
     * @param variable server variable with the limit, for example {@code max_allowed_packet}
     */
    private void checkPacket(String variable) {
        long packet = read(variable);
        settings.forEach(group -> group.storedSizes().forEach((name, bytes) -> require(variable, packet, name, bytes)));
    }

    private long read(String variable) {
        try (var connection = source.getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery(Dialect.current().packetLimitQuery())) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException("The variable " + variable + " of the database cannot be read", e);
        }
    }

    private static void require(String variable, long packet, String setting, int bytes) {
        long needed = (long) bytes + OVERHEAD;
        if (packet < needed) {
            throw new IllegalStateException(
                    variable + " of the database is " + packet + " bytes, " + setting + " needs " + needed);
        }
    }
}
