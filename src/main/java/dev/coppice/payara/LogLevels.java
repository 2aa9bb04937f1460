package dev.coppice.payara;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sets on Payara the log levels that {@code wildfly-config/configure.cli} sets on WildFly. Coppice itself logs each
 * failed request once. Hibernate and the EJB container would log it again, with values of the SQL statement. They would
 * also log failed transactions that Coppice then repeats with success.
 */
@WebListener
public class LogLevels implements ServletContextListener {
    private static final Map<String, Level> LEVELS = Map.of(
            "org.hibernate.engine.jdbc.spi.SqlExceptionHelper",
            Level.OFF,
            "org.hibernate.orm.jdbc.batch",
            Level.OFF,
            "jakarta.enterprise.ejb.container",
            Level.SEVERE);

    /**
     * The loggers whose levels this class sets. This field keeps them from garbage collection: a logger that is created
     * again would have lost its level.
     */
    private final List<Logger> loggers =
            LEVELS.keySet().stream().map(Logger::getLogger).toList();

    @Override
    public void contextInitialized(ServletContextEvent event) {
        loggers.forEach(logger -> logger.setLevel(LEVELS.get(logger.getName())));
    }
}
