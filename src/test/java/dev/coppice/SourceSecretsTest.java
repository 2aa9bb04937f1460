package dev.coppice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The project's files contain no keys and tokens in the formats of common providers, and no passwords in URLs. */
class SourceSecretsTest {
    private static final Pattern SECRET = Pattern.compile(String.join(
            "|",
            "-----BEGIN [A-Z ]*PRIVATE KEY",
            "AKIA[0-9A-Z]{16}",
            "gh[pousr]_[A-Za-z0-9]{36}",
            "github_pat_\\w{20}",
            "glpat-[\\w-]{20}",
            "npm_[A-Za-z0-9]{36}",
            "xox[abprs]-[\\w-]{10}",
            "sk-[\\w-]{20}",
            "[sr]k_live_[0-9a-zA-Z]{24}",
            "AIza[\\w-]{35}",
            "cpc_[\\w-]{43}",
            "eyJ[\\w-]{10,}\\.eyJ[\\w-]{10,}\\.",
            "https?://[^/ :@\"]+:[^/ :@\"]{6,}@"));

    /** What the build makes, and what tools install. */
    private static final Set<String> NOT_OURS =
            Set.of("target", ".git", "node_modules", ".venv", "__pycache__", "dist");

    @Test
    void filesContainNoSecrets() throws IOException {
        var found = new ArrayList<String>();
        for (var file : files(Path.of("").toAbsolutePath())) {
            var text = Files.readString(file, StandardCharsets.ISO_8859_1);
            SECRET.matcher(text).results().forEach(match -> found.add(file + ": at " + match.start()));
        }
        assertEquals(List.of(), found);
    }

    @Test
    void patternsFindSecrets() {
        assertTrue(SECRET.matcher("-----BEGIN " + "RSA PRIVATE KEY-----").find());
        assertTrue(SECRET.matcher("key=AKIA" + "ABCDEFGHIJKLMNOP").find());
        assertTrue(SECRET.matcher("token=cpc_" + "0".repeat(43)).find());
        assertTrue(SECRET.matcher("https://ada:" + "secret@example.com").find());
        assertFalse(SECRET.matcher("https://example.com:8443/a@b").find());
    }

    private static List<Path> files(Path folder) throws IOException {
        var files = new ArrayList<Path>();
        try (Stream<Path> children = Files.list(folder)) {
            for (var child : children.toList()) {
                if (NOT_OURS.contains(child.getFileName().toString())) {
                    continue;
                }
                if (Files.isDirectory(child)) {
                    files.addAll(files(child));
                } else {
                    files.add(child);
                }
            }
        }
        return files;
    }
}
