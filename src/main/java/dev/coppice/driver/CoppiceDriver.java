package dev.coppice.driver;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * JDBC driver that passes every call to the H2 or the MariaDB driver, depending on the URL. A data source of WildFly
 * names exactly one driver. With this driver, {@code COPPICE_DB_URL} alone selects the database. Thread-safe; keeps no
 * state.
 */
public class CoppiceDriver implements Driver {
    private static final List<Driver> DRIVERS = List.of(new org.h2.Driver(), new org.mariadb.jdbc.Driver());

    /**
     * Opens a connection. For MariaDB, adds the property {@code useServerPrepStmts=true} unless {@code info} contains
     * it. Statements are then prepared on the database server. This saves time, because Coppice uses few different
     * statements and repeats them. Throws {@code SQLException} if the URL begins with neither {@code jdbc:h2:} nor
     * {@code jdbc:mariadb:}.
     */
    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        var driver = driverFor(url);
        if (!(driver instanceof org.mariadb.jdbc.Driver)) {
            return driver.connect(url, info);
        }
        var more = new Properties();
        more.setProperty("useServerPrepStmts", "true");
        more.putAll(info);
        return driver.connect(url, more);
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        for (var driver : DRIVERS) {
            if (driver.acceptsURL(url)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
        return driverFor(url).getPropertyInfo(url, info);
    }

    private static Driver driverFor(String url) throws SQLException {
        for (var driver : DRIVERS) {
            if (driver.acceptsURL(url)) {
                return driver;
            }
        }
        throw new SQLException("COPPICE_DB_URL must begin with jdbc:h2: or jdbc:mariadb:", "08001");
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("dev.coppice.driver");
    }
}
