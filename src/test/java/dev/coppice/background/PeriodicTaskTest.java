package dev.coppice.background;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeriodicTaskTest {
    private final List<String> log = new ArrayList<>();

    @Test
    void stepsAreDoneAsLongAsThereIsMore() {
        var more = List.of(true, true, false).iterator();
        PeriodicTask.ofSteps("Test", () -> step(more)).run();
        assertEquals(List.of("step", "step", "step"), log);
    }

    @Test
    void aFailureEndsATurnOnly() {
        var turn = new PeriodicTask("Test", () -> {
            log.add("turn");
            throw new IllegalStateException("as a database that is away");
        });
        turn.run();
        turn.run();
        assertEquals(List.of("turn", "turn"), log);
    }

    private boolean step(Iterator<Boolean> more) {
        log.add("step");
        return more.next();
    }
}
