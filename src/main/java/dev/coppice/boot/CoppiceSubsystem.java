package dev.coppice.boot;

import org.jboss.as.controller.AbstractBoottimeAddStepHandler;
import org.jboss.as.controller.OperationContext;
import org.jboss.as.controller.ReloadRequiredRemoveStepHandler;
import org.jboss.as.controller.SimpleResourceDefinition;
import org.jboss.as.controller.descriptions.NonResolvingResourceDescriptionResolver;
import org.jboss.as.controller.registry.Resource;
import org.jboss.as.server.AbstractDeploymentChainStep;
import org.jboss.as.server.DeploymentProcessorTarget;
import org.jboss.as.server.deployment.Phase;
import org.jboss.dmr.ModelNode;

/**
 * The subsystem {@code coppice} of WildFly. When the server boots, it registers {@link DropInJars} as a step of each
 * deployment, installs {@link GracefulStop}, and starts {@link FailedDeployment}.
 */
final class CoppiceSubsystem extends SimpleResourceDefinition {
    /**
     * Priority of {@link DropInJars} among the steps of a deployment: directly after the step that finds the jars in
     * {@code WEB-INF/lib}, so that later steps treat all jars alike.
     */
    private static final int AFTER_LIBRARIES = Phase.STRUCTURE_WAR + 1;

    CoppiceSubsystem() {
        super(new Parameters(CoppiceExtension.SUBSYSTEM, NonResolvingResourceDescriptionResolver.INSTANCE)
                .setAddHandler(new Add())
                .setRemoveHandler(ReloadRequiredRemoveStepHandler.INSTANCE));
    }

    private static final class Add extends AbstractBoottimeAddStepHandler {
        @Override
        protected void performBoottime(OperationContext context, ModelNode operation, Resource resource) {
            context.addStep(new Chain(), OperationContext.Stage.RUNTIME);
            GracefulStop.install(context);
            FailedDeployment.watch();
        }
    }

    private static final class Chain extends AbstractDeploymentChainStep {
        @Override
        protected void execute(DeploymentProcessorTarget target) {
            target.addDeploymentProcessor(
                    CoppiceExtension.SUBSYSTEM.getValue(), Phase.STRUCTURE, AFTER_LIBRARIES, new DropInJars());
        }
    }
}
