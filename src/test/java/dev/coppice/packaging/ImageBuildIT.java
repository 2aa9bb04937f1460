package dev.coppice.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.docker.Dockerfile;
import dev.coppice.support.Await;
import dev.coppice.support.BuiltImage;
import dev.coppice.support.Command;
import dev.coppice.support.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The steps of the Dockerfile without a container engine, one after the other, in directories below {@code target/it};
 * then the image's command with its environment. Only the base images and the build by Maven are left out: this test
 * runs after that build, on its Java.
 */
class ImageBuildIT {

    /** Maven's build is not part of this test, but its first step is, in a directory outside of the checkout. */
    @Test
    void commitIsTheArgumentOfTheBuild(@TempDir Path checkout) throws IOException {
        for (var copy : Dockerfile.read().copies()) {
            for (var source : copy.stage() == null ? copy.sources() : List.<String>of()) {
                var target = checkout.resolve(source);
                Files.createDirectories(target.getParent());
                Folders.copy(Path.of(source), target);
            }
        }
        var maven = Path.of(System.getProperty("maven.home"), "bin", "mvn").toString();
        var repository = "-Dmaven.repo.local=" + System.getProperty("maven.repo.local");
        var command = List.of(maven, "-o", "-B", "-ntp", repository, "validate");
        Command.run(checkout, Map.of("COMMIT", "0123456789ab"), command).orFail();
        var build = Files.readString(checkout.resolve("target/classes/META-INF/coppice-build.properties"));
        assertTrue(build.contains("\ncommit=0123456789ab\n"), build);
    }

    @Test
    void stepsMakeAServerThatWritesToItsVolumeOnlyAndEndsBySigterm() throws Exception {
        try (var image = BuiltImage.of(Dockerfile.read(), "image")) {
            var files = image.files();
            image.start();
            Await.until("the server is healthy", Duration.ofMinutes(3), () -> image.healthCheck() == 0);
            Await.until(
                    "the server is ready",
                    Duration.ofMinutes(1),
                    () -> image.api().get("/health/ready").send().status() == 200);
            assertEquals(200, image.api().get("/v1/sessions").send().status());
            image.terminate();
            assertTrue(image.output().contains("WFLYSRV0050"), "the server has not stopped in an orderly way");
            assertEquals(files, image.files());
        }
    }
}
