package dev.coppice.payara;

import dev.coppice.StartupConfiguration;
import dev.coppice.driver.CoppiceDriver;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Opens connections to the database of {@code coppice.db.url}, with {@code coppice.db.user} and
 * {@code coppice.db.password}. The connection pools in {@code glassfish-resources.xml} use it. On WildFly the same
 * settings are expressions in {@code wildfly-config/configure.cli}. Thread-safe; keeps no state.
 */
public class ConfiguredDataSource implements DataSource {
    /** Options of the embedded database; {@code configure.cli} has the same and explains them. */
    static final String H2_OPTIONS = ";WRITE_DELAY=0;LOCK_TIMEOUT=5000;QUERY_CACHE_SIZE=100;OPTIMIZE_REUSE_RESULTS=0"
            + ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE";

    private static final String USER = "coppice";

    private final CoppiceDriver driver = new CoppiceDriver();

    @Override
    public Connection getConnection() throws SQLException {
        var info = new Properties();
        info.setProperty("user", StartupConfiguration.value("coppice.db.user").orElse(USER));
        info.setProperty(
                "password", StartupConfiguration.value("coppice.db.password").orElse(USER));
        return driver.connect(url(), info);
    }

    private static String url() {
        return StartupConfiguration.value("coppice.db.url")
                .orElseGet(() -> "jdbc:h2:direct:" + StartupConfiguration.data().resolve("coppice") + H2_OPTIONS);
    }

    /**
     * Ignores the arguments and does what {@link #getConnection()} does, because the settings contain user and
     * password.
     */
    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        // The drivers log by java.util.logging.
    }

    /** Does nothing: the driver and the URL determine how long an attempt to connect may take. */
    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return driver.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (!isWrapperFor(type)) {
            throw new SQLException("Not a " + type.getName());
        }
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
