package dev.coppice.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.coppice.Problem;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the examples of problems in the OpenAPI document with the problems of the code. */
class ProblemExamplesTest {

    private static final Path CLASSES = Path.of("target/classes/dev/coppice");
    /** A value in a text: the mark that the compiler puts into concatenated strings, or a format specifier. */
    private static final Pattern VALUE = Pattern.compile("\u0001|%[sd]");
    /** Constants with fewer characters besides their values match too many texts. */
    private static final int MIN_LITERAL = 12;
    /** Their detail is the text of an extension. */
    private static final Set<String> FROM_EXTENSIONS = Set.of("append-vetoed");

    private final List<JsonNode> examples = examples();

    @Test
    void titlesAndStatusesAreThoseOfTheCodes() {
        var real = Arrays.stream(Problem.Code.values())
                .map(code -> code.status() + " " + code.code() + ": " + code.title())
                .collect(Collectors.toSet());
        var wrong = new TreeSet<String>();
        for (var example : examples) {
            var shown =
                    example.path("status").asText() + " " + example.path("code").asText() + ": "
                            + example.path("title").asText();
            if (!real.contains(shown)) {
                wrong.add(shown);
            }
            assertEquals(
                    "urn:coppice:problem:" + example.path("code").asText(),
                    example.path("type").asText());
        }
        assertEquals("", String.join("\n", wrong));
    }

    @Test
    void detailsAreTextsOfTheCode() throws IOException {
        var patterns = constants().stream()
                .filter(text -> VALUE.matcher(text).replaceAll("").length() >= MIN_LITERAL)
                .map(ProblemExamplesTest::pattern)
                .toList();
        var stale = new TreeSet<String>();
        for (var example : examples) {
            if (FROM_EXTENSIONS.contains(example.path("code").asText())) {
                continue;
            }
            for (var detail : example.findValuesAsText("detail")) {
                if (patterns.stream()
                        .noneMatch(pattern -> pattern.matcher(detail).matches())) {
                    stale.add(detail);
                }
            }
        }
        assertEquals("", String.join("\n", stale));
    }

    private static List<JsonNode> examples() {
        var found = new ArrayList<JsonNode>();
        for (var parent : Document.load().root().findParents("detail")) {
            if (parent.path("code").isTextual()) {
                found.add(parent);
            }
        }
        assertFalse(found.isEmpty(), "the document has no example of a problem");
        return found;
    }

    private static Pattern pattern(String text) {
        var literals = VALUE.split(text, -1);
        return Pattern.compile(
                Arrays.stream(literals).map(Pattern::quote).collect(Collectors.joining(".+")), Pattern.DOTALL);
    }

    /** All strings in the compiled classes of the server. */
    private static Set<String> constants() throws IOException {
        var texts = new TreeSet<String>();
        try (var files = Files.walk(CLASSES)) {
            for (var file :
                    files.filter(file -> file.toString().endsWith(".class")).toList()) {
                readConstants(file, texts);
            }
        }
        return texts;
    }

    /** Reads the texts of a class file's constant pool (Java Virtual Machine Specification, 4.4). */
    private static void readConstants(Path file, Set<String> texts) throws IOException {
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            in.skipNBytes(8);
            int count = in.readUnsignedShort();
            for (int i = 1; i < count; i++) {
                switch (in.readUnsignedByte()) {
                    case 1 -> texts.add(in.readUTF());
                    case 5, 6 -> { // long and double take two entries
                        in.skipNBytes(8);
                        i++;
                    }
                    case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                    case 15 -> in.skipNBytes(3);
                    default -> in.skipNBytes(4);
                }
            }
        }
    }
}
