package dev.coppice.search.index;

import dev.coppice.PrivateDirectory;
import dev.coppice.StartupConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.service.spi.ServiceContributor;

/**
 * Sets the directory of the search index: {@code index} in the data directory. The path is set in code because
 * {@code persistence.xml} cannot contain it: WildFly and Payara replace different placeholders in that file. Creates
 * both directories before Lucene would, because the index contains the texts of messages, and Lucene's files are
 * readable for everyone who can enter their directory.
 */
public class IndexFolder implements ServiceContributor {
    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        var folder = StartupConfiguration.data().resolve("index");
        try {
            PrivateDirectory.createOrProtect(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("The data directory cannot be created: " + folder, e);
        }
        builder.applySetting("hibernate.search.backend.directory.root", folder.toString());
    }
}
