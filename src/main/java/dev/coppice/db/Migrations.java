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
 * Migrates the schema to this version with Flyway, and selects the {@link Dialect}. It is a Hibernate integrator,
 * because Hibernate validates the schema before any startup bean runs. If nodes start together, one migrates and the
 * others wait in Flyway. A failure fails the deployment.
 */
public class Migrations implements Integrator {
    @Override
    public void integrate(Metadata metadata, BootstrapContext bootstrap, SessionFactoryImplementor factory) {
        var source = (DataSource) factory.getServiceRegistry()
                .requireService(ConfigurationService.class)
                .getSettings()
                .get(JdbcSettings.JAKARTA_JTA_DATASOURCE);
        Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(source)
                .locations(Dialect.select(source).migrations())
                .table("coppice_migration")
                .placeholderReplacement(false)
                .configuration(Map.of())
                .load()
                .migrate();
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {
        // Nothing to close: no resource is held open.
    }
}
