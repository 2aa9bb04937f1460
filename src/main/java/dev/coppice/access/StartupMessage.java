package dev.coppice.access;

import dev.coppice.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import java.util.logging.Logger;
import org.eclipse.microprofile.config.Config;

/**
 * Logs one line when the application has started with valid settings: the server's address, the data directory, and
 * the path of the file with the first token.
 */
@Singleton
@Startup
@DependsOn({"FirstToken", "SettingsCheck"})
public class StartupMessage {
    private static final Logger LOG = Logger.getLogger(StartupMessage.class.getName());

    @Inject
    private Settings settings;

    /**
     * Configuration from which the server's host and port are read. Both are settings of the application server
     * ({@code wildfly-config/configure.cli}), not of this application ({@code Settings}).
     */
    @Inject
    private Config config;

    @PostConstruct
    void log() {
        var host = config.getOptionalValue("coppice.http.host", String.class).orElse("127.0.0.1");
        var port = config.getOptionalValue("coppice.http.port", String.class).orElse("8080");
        var data = settings.data().toAbsolutePath();
        LOG.info("Coppice listens on http://" + host + ":" + port + "; data in " + data
                + "; first administrator's token in " + data.resolve("token"));
    }
}
