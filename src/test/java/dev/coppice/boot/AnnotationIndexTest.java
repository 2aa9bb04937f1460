package dev.coppice.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.coppice.session.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jboss.jandex.IndexReader;
import org.junit.jupiter.api.Test;

/** The index that WildFly uses instead of reading the classes of the WAR. */
class AnnotationIndexTest {
    private static final Pattern EXCLUDED = Pattern.compile("dev\\.coppice\\.(driver|boot|load|payara)\\..*");

    @Test
    void indexHasTheClassesOfTheWarOnly() throws IOException {
        try (var file = Files.newInputStream(Path.of("target/classes/META-INF/jandex.idx"))) {
            var index = new IndexReader(file).read();
            assertNotNull(index.getClassByName(Session.class.getName()));
            // WildFly would fail to load a class that is in the index and not in the WAR.
            var missing = index.getKnownClasses().stream()
                    .map(type -> type.name().toString())
                    .filter(name -> EXCLUDED.matcher(name).matches())
                    .toList();
            assertEquals(List.of(), missing);
        }
    }
}
