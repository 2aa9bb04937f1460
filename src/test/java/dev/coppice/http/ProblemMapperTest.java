package dev.coppice.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemMapperTest {
    private static final class Records extends Handler {
        private final List<String> messages = new ArrayList<>();

        @Override
        public void publish(LogRecord line) {
            messages.add(line.getMessage());
        }

        @Override
        public void flush() {
            // Nothing is buffered.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private final Records records = new Records();

    private Problem logged(RuntimeException failure) {
        var log = Logger.getLogger(ProblemMapper.class.getName());
        log.addHandler(records);
        log.setUseParentHandlers(false);
        try {
            return ProblemMapper.loggedProblem(failure);
        } finally {
            log.setUseParentHandlers(true);
            log.removeHandler(records);
        }
    }

    private void assertLoggedWithId(Problem problem) {
        var id = problem.getMessage().replaceAll("(?s).*with the id ([0-9a-f-]{36})\\.", "$1");
        assertEquals(36, id.length(), problem.getMessage());
        assertEquals(1, records.messages.size());
        assertTrue(records.messages.get(0).endsWith("error " + id), records.messages.toString());
    }

    @ParameterizedTest
    @EnumSource(
            value = Code.class,
            names = {"INDEX_UNAVAILABLE", "STORE_UNAVAILABLE", "OVERLOADED", "SUMMARIZER_FAILED"})
    void failureHasTheIdOfItsLogLine(Code code) {
        var problem = logged(new Problem(code, "Why."));
        assertEquals(code, problem.code());
        assertTrue(problem.getMessage().startsWith("Why. "), problem.getMessage());
        assertLoggedWithId(problem);
    }

    /** Most lines about an outage are left out, so a response must not refer to one. */
    @Test
    void outageIsLoggedWithoutId() {
        var outage = new Problem(Code.UNAVAILABLE, "Why.");
        assertSame(outage, logged(outage));
        assertEquals(List.of("Request failed with UNAVAILABLE"), records.messages);
    }

    @Test
    void unexpectedFailureIsLoggedOnce() {
        var problem = logged(new IllegalStateException("x"));
        assertEquals(Code.INTERNAL, problem.code());
        assertLoggedWithId(problem);
    }

    @Test
    void mistakeOfTheClientIsNotLogged() {
        var mistake = new Problem(Code.INVALID, "Why.");
        assertSame(mistake, logged(mistake));
        assertEquals(List.of(), records.messages);
    }
}
