package dev.coppice.clients;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.NeedsNode;
import dev.coppice.support.NodeProject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The Dockerfile by a linter, and the compose files by the schema of the compose specification. */
@ExtendWith(NeedsNode.class)
class ContainerFilesIT {

    @Test
    void linterAndSchemaFindNothing() {
        var folder = Path.of("docker").toAbsolutePath().toString();
        var output = NodeProject.named("containers").node(Map.of(), "check.mjs", folder);
        assertTrue(output.contains("3 compose files and the Dockerfile are valid"), output);
    }
}
