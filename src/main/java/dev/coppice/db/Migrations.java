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
 * Brings the schema to this version before Hibernate validates it, which is why it is an integrator: a startup bean
 * would come too late. Nodes that start together wait for each other in Flyway. A failure fails the deployment.
 */
public class Migrations implements Integrator {
    @Override
    public void integrate(Metadata metadata, BootstrapContext bootstrap, SessionFactoryImplementor factory) {
        var source = (DataSource) factory.getServiceRegistry()
                .requireService(ConfigurationService.class)
                .getSettings()
                .get(JdbcSettings.JAKARTA_JTA_DATASOURCE);
        var name = DatabaseCheck.productOf(source);
        Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(source)
                .locations("classpath:db/" + name)
                .table("coppice_migration")
                .placeholderReplacement(false)
                .configuration(Map.of())
                .load()
                .migrate();
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {
        // Nothing is held open.
    }
}
