package dev.coppice.access;

import dev.coppice.Settings;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServlet;
import java.util.logging.Logger;
import org.eclipse.microprofile.config.Config;

/**
 * Logs one line when the application can be used: the server's address, the data directory, and the path of the file
 * with the first token. A servlet without a path, which {@code web.xml} lets start as the last one: all startup beans
 * and servlets are then ready, and the server accepts requests at once. A startup bean could not know that.
 */
public class StartupMessage extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = Logger.getLogger(StartupMessage.class.getName());

    @Inject
    private transient Settings settings;

    /**
     * Configuration from which the server's host and port are read. Both are settings of the application server
     * ({@code wildfly-config/configure.cli}), not of this application ({@code Settings}).
     */
    @Inject
    private transient Config config;

    @Override
    public void init() {
        var host = config.getOptionalValue("coppice.http.host", String.class).orElse("127.0.0.1");
        var port = config.getOptionalValue("coppice.http.port", String.class).orElse("8080");
        var data = settings.data().toAbsolutePath();
        LOG.info("Coppice listens on http://" + host + ":" + port + "; data in " + data
                + "; first administrator's token in " + data.resolve("token"));
    }
}
