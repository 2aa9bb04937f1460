package dev.coppice.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.SettingsReader;
import dev.coppice.TestConfig;
import dev.coppice.llm.LlmSettings.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LlmSettingsTest {

    private static final String KEY = "sk-canary";

    private final Map<String, String> values = new HashMap<>();

    @Test
    void defaultsHaveNoAddress() {
        assertNull(settings().baseUrl());
        assertEquals(Provider.OPENAI, settings().provider());
        assertEquals(3, settings().tries());
    }

    @Test
    void keyIsReadFromFileUnlessSetDirectly(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("key"), KEY + "\n");
        values.put("coppice.llm.api-key-file", file.toString());
        assertEquals(KEY, settings().apiKey());
        values.put("coppice.llm.api-key", "other");
        assertEquals("other", settings().apiKey());
    }

    @Test
    void invalidKeyIsRefusedWithoutPrintingIt(@TempDir Path folder) throws IOException {
        for (var key : List.of(KEY + "\n" + KEY, KEY + " x", "schlüssel" + KEY, "")) {
            var file = Files.writeString(folder.resolve("key"), key);
            values.put("coppice.llm.api-key-file", file.toString());
            assertFalse(refusal().contains(KEY), key);
        }
    }

    @Test
    void invalidAddressIsRefusedWithoutPrintingIt() {
        for (var url : List.of(
                "https://user:" + KEY + "@models.example/v1",
                "https://models.example/v1?key=" + KEY,
                "https://models.example/v1#" + KEY,
                "file:///etc/" + KEY,
                "ftp://models.example/" + KEY,
                "models.example/" + KEY,
                "https://" + KEY + " .example",
                "http:///v1")) {
            values.put("coppice.llm.base-url", url);
            assertFalse(refusal().contains(KEY), url);
        }
    }

    @Test
    void trailingSlashOfAddressIsIgnored() {
        values.put("coppice.llm.base-url", "https://models.example/v1/");
        assertEquals("https://models.example/v1", settings().baseUrl().toString());
        assertEquals("max_tokens", settings().maxTokensField());
        values.put("coppice.llm.base-url", "https://api.openai.com/v1");
        assertEquals("max_completion_tokens", settings().maxTokensField());
    }

    @Test
    void toStringHidesTheKey() {
        values.put("coppice.llm.api-key", KEY);
        assertFalse(settings().toString().contains(KEY));
    }

    @Test
    void unknownProviderIsRefused() {
        values.put("coppice.llm.provider", "other");
        assertTrue(refusal().contains("coppice.llm.provider"));
    }

    private String refusal() {
        var failure = assertThrows(IllegalArgumentException.class, this::settings);
        assertNull(failure.getCause());
        assertTrue(failure.getMessage().contains("coppice.llm."));
        return failure.getMessage();
    }

    private LlmSettings settings() {
        return new LlmSettings(new SettingsReader(new TestConfig(values)));
    }
}
