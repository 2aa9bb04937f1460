package dev.coppice.boot;

import java.util.List;
import java.util.Set;
import org.jboss.as.server.deployment.Attachments;
import org.jboss.as.server.deployment.DeploymentUnit;
import org.jboss.vfs.VirtualFile;

/**
 * Libraries of the WAR that WildFly need not search for annotations when it starts: the client of object stores, parsers
 * of JSON and YAML, the migrations. WildFly would read their 7,000 classes at each start, which takes two seconds of CPU
 * time, and find nothing that it uses. Stateless.
 */
final class UnindexedLibraries {
    private static final Set<String> PACKAGES =
            Set.of("software/amazon", "tools/jackson", "com/fasterxml/jackson", "org/yaml/snakeyaml", "org/flywaydb");

    private UnindexedLibraries() {}

    /** Marks these libraries in a deployment. Must run before WildFly searches for annotations. */
    static void mark(DeploymentUnit deployment) {
        for (var library : deployment.getAttachmentList(Attachments.RESOURCE_ROOTS)) {
            if (isUnindexed(library.getRoot())) {
                library.putAttachment(Attachments.INDEX_RESOURCE_ROOT, false);
            }
        }
    }

    /**
     * True if all classes of a library are in one of the packages above. False for a jar that somebody has built of such
     * a library and of classes of their own, which may have annotations.
     */
    static boolean isUnindexed(VirtualFile library) {
        var path = new StringBuilder();
        var folders = packages(library);
        while (folders.size() == 1) {
            path.append(folders.get(0).getName());
            if (PACKAGES.contains(path.toString())) {
                return true;
            }
            path.append('/');
            folders = packages(folders.get(0));
        }
        return false;
    }

    private static List<VirtualFile> packages(VirtualFile folder) {
        return folder.getChildren().stream()
                .filter(VirtualFile::isDirectory)
                .filter(child -> !child.getName().equals("META-INF"))
                .toList();
    }
}
