package dev.coppice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares {@code src/docs/promises.md} with the test classes and the profiles that it names. */
class PromisesPageTest {
    private static final Path PAGE = Path.of("src/docs/promises.md");
    private static final Pattern TEST_CLASS = Pattern.compile("`([A-Z]\\w+(?:IT|Test|Bench))`");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([PRS]\\d+) \\|");
    private static final Pattern PROFILE = Pattern.compile("\\| `([a-z-]+)`[^|]*\\|[^|]*\\|$", Pattern.MULTILINE);

    @Test
    void namedClassesExist() throws IOException {
        Set<String> existing;
        try (var files = Files.walk(Path.of("src/test"))) {
            existing = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.replace(".java", ""))
                    .collect(Collectors.toSet());
        }
        var named = matches(TEST_CLASS);
        assertTrue(named.size() > 20, named.toString());
        named.removeAll(existing);
        assertEquals(Set.of(), named, "classes that do not exist");
    }

    @Test
    void everyPromiseAndAttackHasARow() throws IOException {
        var expected = Stream.of(numbered("P", 8), numbered("R", 21), numbered("S", 23))
                .flatMap(rows -> rows)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, matches(ROW));
    }

    @Test
    void namedProfilesExist() throws IOException {
        var build = Files.readString(Path.of("pom.xml"));
        for (var profile : matches(PROFILE)) {
            assertTrue(build.contains("<id>" + profile + "</id>"), profile);
        }
    }

    private static Stream<String> numbered(String letter, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(number -> letter + number);
    }

    private static TreeSet<String> matches(Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
