package dev.coppice.feed;

import java.lang.management.ManagementFactory;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * Registers the MBean (an object that is called over JMX) that ends the event streams when the server stops. A failure
 * is logged; the server works without the MBean.
 */
final class MBeans {
    private static final Logger LOG = Logger.getLogger(MBeans.class.getName());
    private static final String NAME = "dev.coppice:type=EventStreams";

    private MBeans() {}

    /** Registers the MBean. If an earlier deployment has left one with the same name, replaces it. */
    static void register(EventStreamsMXBean streams) {
        unregister();
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(new StandardMBean(streams, EventStreamsMXBean.class, true), new ObjectName(NAME));
        } catch (JMException e) {
            LOG.log(Level.WARNING, "The MBean " + NAME + " is missing; open streams delay the stop of the server", e);
        }
    }

    static void unregister() {
        try {
            var name = new ObjectName(NAME);
            var beans = ManagementFactory.getPlatformMBeanServer();
            if (beans.isRegistered(name)) {
                beans.unregisterMBean(name);
            }
        } catch (JMException e) {
            LOG.log(Level.FINE, "The MBean " + NAME + " was removed by another thread", e);
        }
    }
}
