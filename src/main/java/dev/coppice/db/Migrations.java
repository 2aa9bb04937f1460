package dev.coppice.db;

import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
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
    /**
     * Flyway setting for PostgreSQL: the lock that keeps other nodes from migrating belongs to a connection and not to
     * a transaction. By default, Flyway would hold the lock in a transaction that stays open during the migration. The
     * database ends a transaction that is idle for too long ({@link dev.coppice.driver.CoppiceDriver}).
     */
    private static final Map<String, String> LOCK_WITHOUT_TRANSACTION =
            Map.of("flyway.postgresql.transactional.lock", "false");

    @Override
    public void integrate(Metadata metadata, BootstrapContext bootstrap, SessionFactoryImplementor factory) {
        FailedReads.report(factory.getJdbcServices().getSqlExceptionHelper());
        var source = (DataSource) factory.getServiceRegistry()
                .requireService(ConfigurationService.class)
                .getSettings()
                .get(JdbcSettings.JAKARTA_JTA_DATASOURCE);
        Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(source)
                .locations(Dialect.select(source).migrations())
                .table("coppice_migration")
                .placeholderReplacement(false)
                .configuration(LOCK_WITHOUT_TRANSACTION)
                .callbacks(new UnlimitedMigrations())
                .load()
                .migrate();
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {
        // Nothing to close: no resource is held open.
    }
}
