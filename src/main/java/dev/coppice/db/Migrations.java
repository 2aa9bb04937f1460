package dev.coppice.db;

import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Migrates the schema of the database with Flyway to the version that this build needs, selects the {@link Dialect},
 * and installs {@link FailedReads}. The class is a Hibernate integrator, because the migration must run before
 * Hibernate validates the schema. Hibernate does so before the application's beans start. If several nodes start
 * together, one node migrates while the others wait. If the migration fails, the deployment fails. Flyway is not started
 * if the database already has the newest migration of this build: that saves almost a second of each start.
 */
public class Migrations implements Integrator {
    /** Version of the newest migration in {@link Dialect#migrations}, the same for every database. */
    static final String NEWEST = "22";

    private static final Logger LOG = Logger.getLogger(Migrations.class.getName());

    @Override
    public void integrate(Metadata metadata, BootstrapContext bootstrap, SessionFactoryImplementor factory) {
        FailedReads.report(factory.getJdbcServices().getSqlExceptionHelper());
        var source = (DataSource) factory.getServiceRegistry()
                .requireService(ConfigurationService.class)
                .getSettings()
                .get(JdbcSettings.JAKARTA_JTA_DATASOURCE);
        var dialect = Dialect.select(source);
        if (!hasNewest(source)) {
            migrate(source, dialect);
        }
    }

    /**
     * True if the newest migration was applied with success. All others were then applied before: Flyway applies them in
     * their order, and ends after a failure.
     */
    private static boolean hasNewest(DataSource source) {
        try (var connection = source.getConnection()) {
            // Flyway's names are in lower case in every database.
            var quote = connection.getMetaData().getIdentifierQuoteString();
            var sql = "select 'success' from 'coppice_migration' where 'version' = ?".replace("'", quote);
            try (var select = connection.prepareStatement(sql)) {
                select.setString(1, NEWEST);
                try (var rows = select.executeQuery()) {
                    return rows.next() && rows.getBoolean(1);
                }
            }
        } catch (SQLException e) {
            LOG.log(Level.FINE, "The database has no table of migrations, or cannot be reached; Flyway will tell", e);
            return false;
        }
    }

    private static void migrate(DataSource source, Dialect dialect) {
        var flyway = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(source)
                .locations(dialect.migrations())
                .table("coppice_migration")
                .placeholderReplacement(false)
                .callbacks(new UnlimitedMigrations());
        lockWithoutTransaction(flyway);
        flyway.load().migrate();
    }

    /**
     * On PostgreSQL, makes the lock that keeps other nodes from migrating belong to a connection and not to a
     * transaction. By default, Flyway would hold the lock in a transaction that stays open during the migration. The
     * database ends a transaction that is idle for too long ({@link dev.coppice.driver.CoppiceDriver}).
     */
    private static void lockWithoutTransaction(FluentConfiguration flyway) {
        // Not by the text "flyway.postgresql.transactional.lock": to convert it, Flyway starts two JSON mappers.
        flyway.getConfigurationExtension(PostgreSQLConfigurationExtension.class).setTransactionalLock(false);
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {
        // Nothing to close: no resource is held open.
    }
}
