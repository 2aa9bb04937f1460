package dev.coppice.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock(AnswerLimit.PROPERTY)
class AnswerLimitTest {
    @AfterEach
    void removeProperty() {
        System.clearProperty(AnswerLimit.PROPERTY);
    }

    @Test
    void defaultIsTheLimitOfATransaction() throws Exception {
        assertEquals(60, AnswerLimit.seconds());
        assertEquals(60_000, AnswerLimit.millis());
    }

    @Test
    void settingReplacesTheDefault() throws Exception {
        System.setProperty(AnswerLimit.PROPERTY, " 0 ");
        assertEquals(0, AnswerLimit.seconds());
        System.setProperty(AnswerLimit.PROPERTY, "86400");
        assertEquals(86_400_000, AnswerLimit.millis());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "86401", "PT1M", "9999999999"})
    void otherValuesAreRefused(String value) {
        System.setProperty(AnswerLimit.PROPERTY, value);
        var refused = assertThrows(SQLException.class, AnswerLimit::seconds);
        assertTrue(refused.getMessage().contains("coppice.db.answer-seconds"), refused.getMessage());
    }
}
