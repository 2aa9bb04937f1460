package dev.coppice.access;

import dev.coppice.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import java.util.logging.Logger;
import org.eclipse.microprofile.config.Config;

/** Logs one line when the application has started: where it listens, where its data is, and where the first token is. */
@Singleton
@Startup
@DependsOn("FirstToken")
public class StartupMessage {
    private static final Logger LOG = Logger.getLogger(StartupMessage.class.getName());

    @Inject
    private Settings settings;

    /** For the address, which is the server's setting ({@code wildfly-config/configure.cli}) and not the application's. */
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
