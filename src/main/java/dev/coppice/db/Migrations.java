package dev.coppice.db;

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
 * together, one node migrates while the others wait. If the migration fails, the deployment fails.
 */
public class Migrations implements Integrator {
    @Override
    public void integrate(Metadata metadata, BootstrapContext bootstrap, SessionFactoryImplementor factory) {
        FailedReads.report(factory.getJdbcServices().getSqlExceptionHelper());
        var source = (DataSource) factory.getServiceRegistry()
                .requireService(ConfigurationService.class)
                .getSettings()
                .get(JdbcSettings.JAKARTA_JTA_DATASOURCE);
        var flyway = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(source)
                .locations(Dialect.select(source).migrations())
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
