package dev.coppice.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock(DriverSettingTest.PROPERTY)
class DriverSettingTest {
    static final String PROPERTY = "coppice.driver-setting.test";

    @AfterEach
    void removeProperty() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void systemPropertyIsReadWithoutWhiteSpaceAtItsEnds() {
        assertEquals(Optional.empty(), DriverSetting.read(PROPERTY));
        System.setProperty(PROPERTY, " a value\n");
        assertEquals(Optional.of("a value"), DriverSetting.read(PROPERTY));
        System.setProperty(PROPERTY, "  ");
        assertEquals(Optional.empty(), DriverSetting.read(PROPERTY));
    }

    /** Reads variables that the machine has: a test cannot set one for its own process. */
    @Test
    void environmentVariableHasTheNameInUpperCaseWithUnderscores() {
        System.getenv().forEach((variable, value) -> {
            var property = variable.toLowerCase().replaceFirst("_", ".").replaceFirst("_", "-");
            if (variable.matches("[A-Z][A-Z_]*") && System.getProperty(property) == null) {
                assertEquals(Optional.of(value.strip()).filter(text -> !text.isEmpty()), DriverSetting.read(property));
            }
        });
    }
}
