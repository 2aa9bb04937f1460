package dev.coppice.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.docker.Dockerfile;
import dev.coppice.support.Await;
import dev.coppice.support.BuiltImage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The steps of the Dockerfile without a container engine, one after the other, in directories below {@code target/it};
 * then the image's command with its environment. Only the base images and the build by Maven are left out: this test
 * runs after that build, on its Java.
 */
class ImageBuildIT {

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
