package dev.coppice.background;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeriodicTaskTest {
    private final List<String> log = new ArrayList<>();

    @Test
    void stepIsRepeatedUntilNothingIsLeft() {
        var more = List.of(true, true, false).iterator();
        PeriodicTask.ofSteps("Test", () -> step(more)).run();
        assertEquals(List.of("step", "step", "step"), log);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failureEndsTheIterationOnly(boolean error) {
        var task = new PeriodicTask("Test", () -> {
            log.add("iteration");
            if (error) {
                throw new StackOverflowError();
            }
            throw new IllegalStateException("no database");
        });
        task.run();
        task.run();
        assertEquals(List.of("iteration", "iteration"), log);
    }

    private boolean step(Iterator<Boolean> more) {
        log.add("step");
        return more.next();
    }
}
