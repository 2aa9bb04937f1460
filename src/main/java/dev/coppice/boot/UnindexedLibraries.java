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

    /** Classes below {@code META-INF}, for later versions of Java, are in the same packages as the others. */
    private static final Set<String> WITHOUT_PACKAGE = Set.of("META-INF", "module-info.class");

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
     * True if all classes of a library are in one of these packages. False for a jar that also contains other classes,
     * for example an extension that was packaged together with its libraries: those classes may have annotations.
     */
    static boolean isUnindexed(VirtualFile library) {
        var path = new StringBuilder();
        var entries = packagesAndClasses(library);
        while (entries.size() == 1) {
            path.append(entries.get(0).getName());
            if (PACKAGES.contains(path.toString())) {
                return true;
            }
            path.append('/');
            entries = packagesAndClasses(entries.get(0));
        }
        return false;
    }

    private static List<VirtualFile> packagesAndClasses(VirtualFile folder) {
        return folder.getChildren().stream()
                .filter(child -> child.isDirectory() || child.getName().endsWith(".class"))
                .filter(child -> !WITHOUT_PACKAGE.contains(child.getName()))
                .toList();
    }
}
