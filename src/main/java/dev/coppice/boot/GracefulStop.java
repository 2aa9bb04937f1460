package dev.coppice.boot;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
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
 * through an MBean, this class lets the application end them. Requests that wait for their clients, such as an export
 * that is not read, are ended after {@link #LAST_WAITS}. WildFly then stops its parts in any order. Until the ports are
 * closed, this class answers all requests with 503. Thread-safe.
 */
final class GracefulStop implements SuspendableActivity, Service {
    private static final Logger LOG = Logger.getLogger(GracefulStop.class.getName());

    /** Name of the MBean {@code dev.coppice.background.ServerStopMXBean} of the application. */
    private static final String APPLICATION = "dev.coppice:type=ServerStop";

    private static final String SERVER = "default-server";

    /**
     * Time for which clients may still send or read slowly when the server stops. Less than the 15 seconds that running
     * requests have in all ({@code configure.cli}): a request that runs longer would meet parts that are stopped
     * already.
     */
    private static final Duration LAST_WAITS = Duration.ofSeconds(10);

    private final Supplier<SuspendableActivityRegistry> activities;
    private final Supplier<Server> server;
    /** Number of suspensions and resumptions so far, so that a resumption cancels what was planned before it. */
    private int stateChanges;

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
     * Ends the event streams; model calls and waits for clients a little later. The server then waits for the running
     * requests, and accepts no new ones.
     */
    @Override
    public CompletionStage<Void> prepare(ServerSuspendContext context) {
        int stop = countStateChange();
        CompletableFuture.delayedExecutor(LAST_WAITS.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> giveUpClients(stop));
        call("begin");
        return COMPLETED;
    }

    private synchronized int countStateChange() {
        return ++stateChanges;
    }

    /** Ends the waits for clients, unless the stop was cancelled meanwhile. */
    private synchronized void giveUpClients(int stop) {
        if (stateChanges == stop) {
            SlowClientHandler.giveUpClients();
        }
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
        admitClients();
        call("cancel");
        return COMPLETED;
    }

    private synchronized void admitClients() {
        countStateChange();
        SlowClientHandler.admitClients();
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
