package dev.coppice.boot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.vfs.VFS;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnindexedLibrariesTest {

    @TempDir
    Path library;

    @Test
    void librariesOfCoppiceAreNotSearched() throws IOException {
        add("META-INF/MANIFEST.MF");
        add("VersionInfo.java");
        add("module-info.class");
        add("software/amazon/awssdk/services/s3/S3Client.class");
        add("software/amazon/awssdk/core/SdkClient.class");
        assertTrue(isUnindexed());
    }

    @Test
    void extensionThatContainsSuchALibraryIsSearched() throws IOException {
        add("com/fasterxml/jackson/core/JsonParser.class");
        add("com/example/Extension.class");
        assertFalse(isUnindexed());
    }

    @Test
    void extensionWithClassesInAParentPackageIsSearched() throws IOException {
        add("com/fasterxml/Extension.class");
        add("com/fasterxml/jackson/core/JsonParser.class");
        assertFalse(isUnindexed());
    }

    @Test
    void extensionIsSearched() throws IOException {
        add("com/example/Extension.class");
        add("META-INF/versions/17/software/amazon/Other.class");
        assertFalse(isUnindexed());
    }

    @Test
    void libraryWithoutPackagesIsSearched() throws IOException {
        add("META-INF/beans.xml");
        assertFalse(isUnindexed());
    }

    private void add(String file) throws IOException {
        var path = library.resolve(file);
        Files.createDirectories(path.getParent());
        Files.createFile(path);
    }

    private boolean isUnindexed() {
        return UnindexedLibraries.isUnindexed(VFS.getChild(library.toString()));
    }
}
