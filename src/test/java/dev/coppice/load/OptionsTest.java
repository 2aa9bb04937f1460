package dev.coppice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {

    @TempDir
    Path data;

    private Options options(Map<String, String> environment, String... arguments) {
        return Options.of(arguments, environment);
    }

    @Test
    void commandLineTakesPrecedenceOverEnvironment() {
        var environment = Map.of("COPPICE_URL", "http://a.example:1", "COPPICE_TOKEN", "from-environment");
        var explicit = options(environment, "f", "--url", "http://b.example:2/", "--token", "mine");
        assertEquals("http://b.example:2", explicit.url().toString());
        assertEquals("mine", explicit.token());
        var defaults = options(environment, "f");
        assertEquals("http://a.example:1", defaults.url().toString());
        assertEquals("from-environment", defaults.token());
    }

    @Test
    void tokenIsReadFromTheDataDirectory() throws IOException {
        Files.writeString(data.resolve("token"), "secret\n");
        assertEquals(
                "secret", options(Map.of("COPPICE_DATA", data.toString()), "f").token());
        assertNull(options(Map.of("COPPICE_DATA", data + "/none"), "f").token());
    }

    @Test
    void portChangesTheDefaultUrl() {
        assertEquals(
                "http://127.0.0.1:9999",
                options(Map.of("COPPICE_HTTP_PORT", "9999"), "f").url().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "f g", "f --tokens", "f --url", "f --url localhost:8080", "f --format locomo"})
    void invalidArgumentsAreRefused(String line) {
        var arguments = line.isEmpty() ? new String[0] : line.split(" ");
        var refused = assertThrows(LoadException.class, () -> options(Map.of(), arguments));
        assertTrue(!refused.getMessage().isBlank());
    }
}
