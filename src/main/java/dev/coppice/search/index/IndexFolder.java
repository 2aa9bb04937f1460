package dev.coppice.search.index;

import dev.coppice.StartupConfiguration;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.service.spi.ServiceContributor;

/**
 * Sets the directory of the search index: {@code index} in the data directory. The path is set in code because
 * {@code persistence.xml} cannot contain it: WildFly and Payara replace different placeholders in that file.
 */
public class IndexFolder implements ServiceContributor {
    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        builder.applySetting(
                "hibernate.search.backend.directory.root",
                StartupConfiguration.data().resolve("index").toString());
    }
}
