package dev.coppice.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class OutageTest {
    private final List<String> lines = new ArrayList<>();
    private long seconds = 1000;
    private final Outage outage = new Outage(() -> TimeUnit.SECONDS.toNanos(seconds), logger());

    private Logger logger() {
        var logger = Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(MessageFormat.format(line.getMessage(), line.getParameters()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        return logger;
    }

    private static SQLException pool(Exception cause) {
        return new SQLException("IJ000453: Unable to get managed connection", new IllegalStateException(cause));
    }

    private static Connection connection(boolean valid) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> valid);
    }

    @Test
    void minuteOfOutageIsFewLines() throws SQLException {
        for (int i = 0; i < 600; i++) {
            outage.failed(pool(new SQLException("Connection refused", "08000")));
            seconds += i % 10 == 9 ? 1 : 0;
        }
        outage.supplied(connection(false));
        outage.supplied(connection(true));
        outage.supplied(connection(true));
        assertEquals(
                List.of(
                        "The database cannot be reached; requests get 503: Connection refused",
                        "The database has been unreachable for 15 seconds; 151 attempts to connect failed",
                        "The database has been unreachable for 30 seconds; 301 attempts to connect failed",
                        "The database has been unreachable for 45 seconds; 451 attempts to connect failed",
                        "The database can be reached again after 60 seconds; 600 attempts to connect failed"),
                lines);
    }

    @Test
    void h2ThatClosesItsDatabaseIsNoOutage() {
        outage.failed(pool(new SQLException("The database has been closed", "90098", 90098)));
        assertEquals(List.of(), lines);
    }

    @Test
    void exhaustedPoolIsNoOutage() {
        outage.failed(pool(new IllegalStateException("IJ000655: No managed connections available")));
        assertEquals(List.of(), lines);
    }

    @Test
    void busyPoolIsReachableUnlessAnOutageGoesOn() throws SQLException {
        var busy =
                new SQLException("IJ000453", new IllegalStateException("IJ000655: No managed connections available"));
        var lost = pool(new SQLException("Connection refused", "08000"));
        assertTrue(outage.isReachable(busy));
        assertFalse(outage.isReachable(lost));
        outage.failed(lost);
        assertFalse(outage.isReachable(busy));
        outage.supplied(connection(true));
        assertTrue(outage.isReachable(busy));
    }
}
