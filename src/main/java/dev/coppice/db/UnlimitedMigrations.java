package dev.coppice.db;

import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Lets a migration take as long as it needs: during a migration, its connection waits for the database without the
 * limit of {@link dev.coppice.driver.CoppiceDriver}. On a large table, a statement may take many minutes. Flyway calls
 * this class on one thread.
 */
final class UnlimitedMigrations extends BaseCallback {
    private int limitMillis;

    @Override
    public boolean supports(Event event, Context context) {
        return event == Event.BEFORE_EACH_MIGRATE
                || event == Event.AFTER_EACH_MIGRATE
                || event == Event.AFTER_EACH_MIGRATE_ERROR;
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
        return true;
    }

    @Override
    public void handle(Event event, Context context) {
        var connection = context.getConnection();
        try {
            if (event == Event.BEFORE_EACH_MIGRATE) {
                limitMillis = connection.getNetworkTimeout();
                limit(connection, 0);
            } else if (!connection.isClosed()) {
                limit(connection, limitMillis);
            }
        } catch (SQLException e) {
            throw new FlywayException("The time limit of the connection cannot be changed", e);
        }
    }

    private static void limit(Connection connection, int millis) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, millis);
    }
}
