package dev.coppice.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.coppice.Problem;
import dev.coppice.Problem.Code;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
    @Test
    void partThatIsLargerThanUsageLeavesNothing() {
        var less = new Usage(1, 5, 0, 0, BigDecimal.ONE);
        var more = new Usage(2, 3, 0, 1, BigDecimal.TEN);
        assertEquals(new Usage(0, 2, 0, 0, BigDecimal.ZERO), less.minus(more));
    }

    private static Usage cost(String number) {
        return Usage.read(("{\"cost\":" + number + "}").getBytes(StandardCharsets.UTF_8))
                .usage();
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "0.00,0",
        "1e0,1",
        "1e17,100000000000000000",
        "999999999999999999.999999999999999999,999999999999999999.999999999999999999",
        "1e-18,0.000000000000000001"
    })
    void costHasEighteenDigitsOnEachSideOfThePoint(String number, String written) {
        var json = new String(cost(number).toBytes(), StandardCharsets.UTF_8);
        assertEquals(written, json.replaceAll(".*\"cost\":|}", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e18", "-1", "1e-19", "1e400", "1e2147483647", "0e2147483647", "1e-2147483647", "1e99999999999"
            })
    void otherCostIsOutOfRange(String number) {
        assertEquals(
                Code.OUT_OF_RANGE,
                assertThrows(Problem.class, () -> cost(number)).code());
    }

    @Test
    void sumBeyondTheDigitsIsOutOfRange() {
        var most = cost("9e17");
        assertThrows(Problem.class, () -> most.plus(most));
        assertThrows(Problem.class, () -> new Usage(0, 0, 0, 0, new BigDecimal("1e2147483647")));
    }
}
