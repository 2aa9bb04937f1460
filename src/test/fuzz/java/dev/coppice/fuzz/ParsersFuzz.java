package dev.coppice.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/**
 * Looks for inputs for which a parser fails, guided by the code that they reach; takes as long as
 * {@code coppice.fuzz.duration}. A finding is written to the project's folder as {@code crash-…}: move it to
 * {@code src/test/resources/fuzz}, named after its parser, where {@link ParserCorpusTest} replays it.
 */
@Tag("fuzz")
class ParsersFuzz {
    @FuzzTest
    void parserFailsForNoInput(byte[] bytes) {
        Parser.select(bytes);
    }
}
