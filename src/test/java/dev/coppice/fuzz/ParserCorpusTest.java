package dev.coppice.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.CpuTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replays every file of {@code src/test/resources/fuzz}: inputs that once failed, and those from which the fuzzer
 * starts. A new finding of {@code ParsersFuzz} becomes a file there. The first byte of a file selects its parser, and
 * its name begins with the parser's name.
 */
class ParserCorpusTest {
    private static final Path CORPUS = Path.of("src/test/resources/fuzz");

    /** An input of a few kilobytes takes milliseconds; a parser that is not linear takes longer. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void inputIsParsedOrRefused(Path file) throws IOException {
        var bytes = Files.readAllBytes(file);
        CpuTime.assertAtMost(LIMIT, () -> Parser.select(bytes));
    }

    @ParameterizedTest
    @MethodSource("files")
    void fileIsNamedAfterItsParser(Path file) throws IOException {
        var prefix = Parser.of(Files.readAllBytes(file)[0]).prefix();
        assertTrue(file.getFileName().toString().startsWith(prefix), file + " is an input of " + prefix);
    }

    @ParameterizedTest
    @EnumSource
    void everyParserHasInputs(Parser parser) throws IOException {
        assertTrue(
                files().stream().anyMatch(file -> file.getFileName().toString().startsWith(parser.prefix())));
    }

    /** What one parser accepts is bad input for the others. */
    @ParameterizedTest
    @EnumSource
    void everyParserParsesOrRefusesEveryInput(Parser parser) throws IOException {
        for (var file : files()) {
            var bytes = Files.readAllBytes(file);
            CpuTime.assertAtMost(LIMIT, () -> parser.parse(bytes), file.toString());
        }
    }

    @Test
    void emptyInputIsParsedOrRefused() {
        for (var parser : Parser.values()) {
            parser.parse(new byte[0]);
        }
    }
}
