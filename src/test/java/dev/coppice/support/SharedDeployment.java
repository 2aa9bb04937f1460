package dev.coppice.support;

import java.io.IOException;
import java.util.List;
import org.jboss.arquillian.container.spi.client.deployment.DeploymentScenario;
import org.jboss.arquillian.container.spi.event.DeployManagedDeployments;
import org.jboss.arquillian.container.spi.event.UnDeployManagedDeployments;
import org.jboss.arquillian.container.test.impl.client.deployment.event.GenerateDeployment;
import org.jboss.arquillian.core.api.InstanceProducer;
import org.jboss.arquillian.core.api.annotation.Inject;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.EventContext;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.arquillian.test.spi.annotation.ClassScoped;
import org.jboss.arquillian.test.spi.event.suite.BeforeSuite;

/**
 * Deploys once for all Arquillian classes of a JVM, instead of once a class: a deployment takes about four seconds. The
 * first class's deployment is used by all others. Registered in {@code META-INF/services}.
 */
public final class SharedDeployment implements LoadableExtension {

    private static final ServerKind KIND = ServerKind.underTest();

    /**
     * Also sets what {@code arquillian.xml} needs, which is read later: ports, because several builds may run on one
     * machine, and the options for the {@link ClassArchive}.
     */
    @Override
    public void register(ExtensionBuilder builder) {
        var archive = KIND.archivedLibrary().map(library -> ClassArchive.options("inside", library));
        System.setProperty("inside.archive", String.join(" ", archive.orElse(List.of())));
        System.setProperty("inside.http.port", String.valueOf(Ports.free()));
        System.setProperty("inside.management.port", String.valueOf(Ports.free()));
        builder.observer(Lifecycle.class);
    }

    /** One instance per JVM. Arquillian calls it in the thread of a class; classes run one after the other. */
    public static final class Lifecycle {
        private static final int BEFORE_ARQUILLIAN = 100;

        @Inject
        @ClassScoped
        private InstanceProducer<DeploymentScenario> classScenario;

        private DeploymentScenario sharedScenario;
        private boolean deployed;

        /**
         * Deletes the data of an earlier run before the server starts. The server has a configuration of its own, because
         * a deployment changes it while other servers are started from the same home.
         */
        void prepare(@Observes(precedence = BEFORE_ARQUILLIAN) BeforeSuite event) throws IOException {
            var data = ServerKind.path("inside.data", "target/it/inside");
            Folders.delete(data);
            var base = data.resolveSibling(data.getFileName() + "-base");
            Folders.delete(base);
            KIND.prepareWithoutWar(base);
        }

        void generate(@Observes EventContext<GenerateDeployment> generation) {
            if (sharedScenario == null) {
                generation.proceed();
                sharedScenario = classScenario.get();
            } else {
                classScenario.set(sharedScenario);
            }
        }

        void deploy(@Observes EventContext<DeployManagedDeployments> deployment) {
            if (!deployed) {
                deployed = true;
                deployment.proceed();
            }
        }

        /** Does nothing: the deployment ends with the server. */
        void undeploy(@Observes EventContext<UnDeployManagedDeployments> afterClass) {}
    }
}
