package dev.coppice.support;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jboss.arquillian.container.spi.client.deployment.DeploymentScenario;
import org.jboss.arquillian.container.spi.event.DeployManagedDeployments;
import org.jboss.arquillian.container.spi.event.UnDeployManagedDeployments;
import org.jboss.arquillian.container.test.impl.client.deployment.event.GenerateDeployment;
import org.jboss.arquillian.core.api.Event;
import org.jboss.arquillian.core.api.Instance;
import org.jboss.arquillian.core.api.InstanceProducer;
import org.jboss.arquillian.core.api.annotation.Inject;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.EventContext;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.arquillian.test.spi.annotation.ClassScoped;
import org.jboss.arquillian.test.spi.context.ClassContext;
import org.jboss.arquillian.test.spi.event.suite.AfterSuite;
import org.jboss.arquillian.test.spi.event.suite.BeforeSuite;

/**
 * Deploys once for all Arquillian classes of a JVM, instead of once a class: a deployment takes about four seconds. The
 * first class's deployment is used by all others and undeployed at the end. Registered in {@code META-INF/services}.
 */
public final class SharedDeployment implements LoadableExtension {

    /**
     * Also sets what {@code arquillian.xml} needs, which is read later: ports, because several builds may run on one
     * machine, and the options for the {@link ClassArchive}.
     */
    @Override
    public void register(ExtensionBuilder builder) {
        var archive = ServerKind.underTest().archivedLibrary().map(library -> ClassArchive.options("inside", library));
        System.setProperty("inside.archive", String.join(" ", archive.orElse(List.of())));
        System.setProperty("inside.http.port", String.valueOf(Ports.free()));
        System.setProperty("inside.management.port", String.valueOf(Ports.free()));
        builder.observer(Lifecycle.class);
    }

    /** One instance per JVM; Arquillian calls it on the test thread only. */
    public static final class Lifecycle {
        private static final int BEFORE_ARQUILLIAN = 100;

        @Inject
        @ClassScoped
        private InstanceProducer<DeploymentScenario> classScenario;

        @Inject
        private Instance<ClassContext> classContext;

        @Inject
        private Event<UnDeployManagedDeployments> undeployment;

        private DeploymentScenario sharedScenario;
        private boolean deployed;
        private boolean ending;

        /** Deletes the data of an earlier run before the server starts. */
        void deleteData(@Observes(precedence = BEFORE_ARQUILLIAN) BeforeSuite event) throws IOException {
            Folders.delete(Path.of(System.getProperty("inside.data", "target/it/inside")));
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

        void undeploy(@Observes EventContext<UnDeployManagedDeployments> afterClass) {
            if (ending) {
                afterClass.proceed();
            }
        }

        /** Undeploys while the server still runs: its configuration would keep the deployment otherwise. */
        void end(@Observes(precedence = BEFORE_ARQUILLIAN) AfterSuite event) {
            if (!deployed) {
                return;
            }
            ending = true;
            var context = classContext.get();
            context.activate(SharedDeployment.class);
            try {
                classScenario.set(sharedScenario);
                undeployment.fire(new UnDeployManagedDeployments());
            } finally {
                context.deactivate();
                context.destroy(SharedDeployment.class);
            }
        }
    }
}
