package dev.coppice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class BenchmarkPageTest {
    private static final String PAGE =
            """
            # Figures
            <!-- begin a -->
            old
            <!-- end a -->
            <!-- begin b -->
            <!-- end b -->
            """;

    @Test
    void sectionIsReplacedAndTheRestStays() {
        assertEquals(
                """
                # Figures
                <!-- begin a -->

                new

                <!-- end a -->
                <!-- begin b -->
                <!-- end b -->
                """,
                BenchmarkPage.replace(PAGE, "a", "new\n"));
    }

    @Test
    void emptySectionIsFilledAgainWithTheSameResult() {
        var once = BenchmarkPage.replace(PAGE, "b", "figures");
        assertEquals(once, BenchmarkPage.replace(once, "b", "figures"));
    }

    @Test
    void unknownSectionIsRefused() {
        assertThrows(IllegalStateException.class, () -> BenchmarkPage.replace(PAGE, "c", "new"));
    }
}
