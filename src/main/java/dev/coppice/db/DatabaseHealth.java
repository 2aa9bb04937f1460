package dev.coppice.db;

import dev.coppice.background.HealthCheck;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Health check of the database. It succeeds if the connection pool supplies a connection and the connection is valid.
 * It also succeeds if all connections are in use and no outage is known: a node that is busy must not lose its requests
 * to other nodes, which are then busier still. Then it does not wait for a connection, if the server has statistics of
 * its pools.
 */
@ApplicationScoped
public class DatabaseHealth implements HealthCheck {
    private static final Logger LOG = Logger.getLogger(DatabaseHealth.class.getName());
    private static final int TIMEOUT_SECONDS = 2;

    @Resource(lookup = Connections.TRANSACTIONS)
    private DataSource source;

    @Override
    public boolean isNeeded() {
        return true;
    }

    @Override
    public Health check() {
        boolean works = answers();
        return new Health("database", works, out -> out.writeString(works ? "UP" : "DOWN"));
    }

    private boolean answers() {
        if (PoolMetrics.isExhausted()) {
            return !PooledConnections.isOutage();
        }
        try (var connection = PooledConnections.connect(source)) {
            return connection.isValid(TIMEOUT_SECONDS);
        } catch (SQLException e) {
            LOG.log(Level.FINE, "No connection for the health check", e); // an outage itself is logged, see Outage
            return PooledConnections.areAllInUse(e);
        }
    }
}
