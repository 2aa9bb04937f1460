package dev.coppice.background;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * Registers the MBean (an object that is called over JMX) that informs the application when the server stops. If that
 * fails, the failure is logged, and stops may take longer. Thread-safe.
 */
@Singleton
@Startup
@LocalBean
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ServerStop implements ServerStopMXBean {
    private static final Logger LOG = Logger.getLogger(ServerStop.class.getName());
    private static final String NAME = "dev.coppice:type=ServerStop";

    @Inject
    private Event<ServerStopping> stopping;

    @Inject
    private Event<ServerResumed> resumed;

    /** Registers the MBean. If an earlier deployment has left one with the same name, replaces it. */
    @PostConstruct
    void register() {
        unregister();
        try {
            server().registerMBean(new StandardMBean(this, ServerStopMXBean.class, true), new ObjectName(NAME));
        } catch (JMException e) {
            LOG.log(Level.WARNING, "The MBean " + NAME + " is missing; open streams delay the stop of the server", e);
        }
    }

    @PreDestroy
    void unregister() {
        try {
            var name = new ObjectName(NAME);
            if (server().isRegistered(name)) {
                server().unregisterMBean(name);
            }
        } catch (JMException e) {
            LOG.log(Level.FINE, "The MBean " + NAME + " was removed by another thread", e);
        }
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    @Override
    public void begin() {
        stopping.fire(new ServerStopping());
    }

    @Override
    public void cancel() {
        resumed.fire(new ServerResumed());
    }
}
