package dev.coppice.boot;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jboss.as.server.deployment.AttachmentKey;
import org.jboss.as.server.deployment.AttachmentList;
import org.jboss.as.server.deployment.Attachments;
import org.jboss.as.server.deployment.DeploymentPhaseContext;
import org.jboss.as.server.deployment.DeploymentUnit;
import org.jboss.as.server.deployment.DeploymentUnitProcessingException;
import org.jboss.as.server.deployment.DeploymentUnitProcessor;
import org.jboss.as.server.deployment.module.ModuleRootMarker;
import org.jboss.as.server.deployment.module.MountHandle;
import org.jboss.as.server.deployment.module.ResourceRoot;
import org.jboss.as.server.deployment.module.TempFileProviderService;
import org.jboss.vfs.VFS;
import org.jboss.vfs.VFSUtils;
import org.jboss.vfs.VirtualFile;

/**
 * Deployment step that adds the jars of the operator's directory of extensions to the WAR of Coppice, as if they were
 * in its {@code WEB-INF/lib}. The files of the WAR and of the server are not changed, so extensions remain when the
 * server or the WAR is replaced. A broken jar fails the deployment with the name of the jar. Of the WAR's own libraries,
 * WildFly need not search most for annotations ({@link UnindexedLibraries}). Ignores deployments other than Coppice.
 * Thread-safe.
 */
final class DropInJars implements DeploymentUnitProcessor {
    private static final Logger LOG = Logger.getLogger(DropInJars.class.getName());

    /** Path of a class by which the WAR of Coppice is recognized, whatever the file name of the WAR. */
    private static final String MARK = "WEB-INF/classes/dev/coppice/context/ContextProvider.class";

    private static final AttachmentKey<AttachmentList<Closeable>> MOUNTS = AttachmentKey.createList(Closeable.class);

    @Override
    public void deploy(DeploymentPhaseContext context) throws DeploymentUnitProcessingException {
        var deployment = context.getDeploymentUnit();
        var root = deployment.getAttachment(Attachments.DEPLOYMENT_ROOT);
        if (root == null || !root.getRoot().getChild(MARK).exists()) {
            return;
        }
        UnindexedLibraries.mark(deployment);
        var directory = ExtensionJars.directory();
        var jars = jars(directory);
        for (var jar : jars) {
            add(deployment, root.getRoot(), jar);
        }
        if (!jars.isEmpty()) {
            var names = jars.stream().map(Path::getFileName).toList();
            LOG.log(Level.INFO, "Extensions in {0}: {1}", new Object[] {directory, names});
        }
    }

    private static List<Path> jars(Path directory) throws DeploymentUnitProcessingException {
        try {
            return ExtensionJars.in(directory);
        } catch (IOException e) {
            throw new DeploymentUnitProcessingException(e.getMessage(), e);
        }
    }

    private static void add(DeploymentUnit deployment, VirtualFile war, Path jar)
            throws DeploymentUnitProcessingException {
        var place = war.getChild("WEB-INF/lib/" + jar.getFileName());
        if (place.exists()) {
            throw new DeploymentUnitProcessingException(
                    "The extension " + jar + " has the name of a library of Coppice; rename it.");
        }
        try (var content = Files.newInputStream(jar)) {
            // The server reads a copy, so that the operator may replace the file while the server runs.
            var name = jar.getFileName().toString();
            var mount = VFS.mountZip(content, name, place, TempFileProviderService.provider());
            deployment.addToAttachmentList(MOUNTS, mount);
            var library = new ResourceRoot(name, place, MountHandle.create(mount));
            ModuleRootMarker.mark(library);
            deployment.addToAttachmentList(Attachments.RESOURCE_ROOTS, library);
        } catch (IOException e) {
            throw new DeploymentUnitProcessingException("The extension " + jar + " cannot be read: " + e, e);
        }
    }

    @Override
    public void undeploy(DeploymentUnit deployment) {
        var mounts = deployment.removeAttachment(MOUNTS);
        if (mounts != null) {
            mounts.forEach(VFSUtils::safeClose);
        }
    }
}
