package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.docker.Dockerfile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the image takes over from a build is where a build puts it. */
class ImageIT {

    @Test
    void everythingCopiedFromTheBuildIsThere() {
        for (var copy : Dockerfile.read().copies()) {
            if (copy.stage() != null) {
                for (var source : copy.sources()) {
                    var path = Path.of(source.replaceFirst("^/build/", ""));
                    assertTrue(Files.exists(path), path + " after a build");
                }
            }
        }
    }

    @Test
    void theEntrypointIsAmongThem() {
        var entrypoint = Dockerfile.read().all("ENTRYPOINT").findFirst().orElseThrow();
        var script = entrypoint.replaceFirst("^\\[\"/opt/coppice/([^\"]+)\".*", "target/server/$1");
        assertTrue(Files.isExecutable(Path.of(script)), script);
    }
}
