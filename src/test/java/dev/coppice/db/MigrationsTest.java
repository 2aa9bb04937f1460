package dev.coppice.db;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MigrationsTest {
    @ParameterizedTest
    @EnumSource
    void everyDatabaseHasTheSameMigrations(Dialect dialect) throws IOException {
        assertEquals(names(Dialect.H2), names(dialect));
    }

    private static List<String> names(Dialect dialect) throws IOException {
        var folder = Path.of(dialect.migrations().replace("classpath:", "src/main/resources/"));
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
