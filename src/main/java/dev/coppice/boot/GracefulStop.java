package dev.coppice.boot;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jboss.as.controller.OperationContext;
import org.jboss.as.server.suspend.ServerResumeContext;
import org.jboss.as.server.suspend.ServerSuspendContext;
import org.jboss.as.server.suspend.SuspendableActivity;
import org.jboss.as.server.suspend.SuspendableActivityRegistry;
import org.jboss.msc.Service;
import org.jboss.msc.service.StartContext;
import org.jboss.msc.service.StopContext;
import org.wildfly.extension.undertow.Host;
import org.wildfly.extension.undertow.ListenerService;
import org.wildfly.extension.undertow.Server;
import org.wildfly.extension.undertow.UndertowListener;

/**
 * Makes the server stop quickly, and gives the same answer to all requests that arrive meanwhile. WildFly waits until
 * all requests have ended before it stops. Event streams do not end by themselves, and model calls may take minutes:
 * through an MBean, this class lets the application end them. WildFly then stops its parts in any order. Until the
 * ports are closed, this class answers all requests with 503. Thread-safe.
 */
final class GracefulStop implements SuspendableActivity, Service {
    private static final Logger LOG = Logger.getLogger(GracefulStop.class.getName());

    /** Name of the MBean {@code dev.coppice.background.ServerStopMXBean} of the application. */
    private static final String APPLICATION = "dev.coppice:type=ServerStop";

    private static final String SERVER = "default-server";

    private final Supplier<SuspendableActivityRegistry> activities;
    private final Supplier<Server> server;

    private GracefulStop(Supplier<SuspendableActivityRegistry> activities, Supplier<Server> server) {
        this.activities = activities;
        this.server = server;
    }

    /**
     * Adds an object of this class to the server as a service. The server stops it before the HTTP listener and its
     * host.
     */
    static void install(OperationContext context) {
        var service = context.getCapabilityServiceTarget().addService();
        // The server stops this service before those that it requires.
        service.requires(Host.SERVICE_DESCRIPTOR, SERVER, "default-host");
        service.requiresCapability("org.wildfly.undertow.listener", UndertowListener.class, "default");
        var activities = service.requires(SuspendableActivityRegistry.SERVICE_DESCRIPTOR);
        var server = service.requires(Server.SERVICE_DESCRIPTOR, SERVER);
        service.setInstance(new GracefulStop(activities, server));
        service.install();
    }

    @Override
    public void start(StartContext context) {
        activities.get().registerActivity(this);
    }

    @Override
    public void stop(StopContext context) {
        activities.get().unregisterActivity(this);
        refuseRequests();
    }

    /** Answers new requests with 503 from now on, whatever parts of the server are stopped meanwhile. */
    private void refuseRequests() {
        for (UndertowListener listener : server.get().getListeners()) {
            if (listener instanceof ListenerService service && service.getOpenListener() != null) {
                service.getOpenListener().setRootHandler(UnavailableHandler::refuse);
            }
        }
    }

    /**
     * Ends the event streams, and model calls a little later. The server then waits for the running requests, and
     * accepts no new ones.
     */
    @Override
    public CompletionStage<Void> prepare(ServerSuspendContext context) {
        call("begin");
        return COMPLETED;
    }

    @Override
    public CompletionStage<Void> suspend(ServerSuspendContext context) {
        if (context.isStopping()) {
            // Before the parts are stopped: the filter that completes the server's own 503 may be the first of them.
            refuseRequests();
        }
        return COMPLETED;
    }

    /** Lets the application open event streams again, after an administrator has suspended the server. */
    @Override
    public CompletionStage<Void> resume(ServerResumeContext context) {
        call("cancel");
        return COMPLETED;
    }

    private static void call(String operation) {
        try {
            ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName(APPLICATION), operation, null, null);
        } catch (InstanceNotFoundException e) {
            LOG.log(Level.FINE, "The application is not deployed", e);
        } catch (JMException | RuntimeException e) {
            LOG.log(Level.WARNING, "The application was not informed of the stop; it waits for open streams", e);
        }
    }
}
