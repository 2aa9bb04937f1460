package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.docker.Dockerfile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Files that the Dockerfile copies from the build stage exist where the build writes them. */
class ImageIT {

    @Test
    void filesCopiedFromBuildExist() {
        for (var copy : Dockerfile.read().copies()) {
            if (copy.stage() != null) {
                for (var source : copy.sources()) {
                    var path = Path.of(source.replaceFirst("^/build/", ""));
                    assertTrue(Files.exists(path), path + " does not exist after a build");
                }
            }
        }
    }

    @Test
    void entrypointIsExecutable() {
        var entrypoint = Dockerfile.read().all("ENTRYPOINT").findFirst().orElseThrow();
        var script = entrypoint.replaceFirst("^\\[\"/opt/coppice/([^\"]+)\".*", "target/server/$1");
        assertTrue(Files.isExecutable(Path.of(script)), script);
    }
}
