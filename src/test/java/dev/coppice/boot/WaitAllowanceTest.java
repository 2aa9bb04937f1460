package dev.coppice.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitAllowanceTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final WaitAllowance allowance = new WaitAllowance(Duration.ofSeconds(20), 1000);

    @Test
    void silentClientHasTheWholeTime() {
        allowance.waited(19 * SECOND);
        assertEquals(SECOND, allowance.left());
        allowance.waited(SECOND);
        assertEquals(0, allowance.left());
    }

    @Test
    void clientThatIsFastEnoughIsNeverGivenUp() {
        for (int second = 0; second < 1000; second++) {
            allowance.waited(SECOND);
            allowance.moved(1000);
            assertEquals(20 * SECOND, allowance.left());
        }
    }

    @Test
    void bytesSentBeforeDoNotHelpClientThatDripsLater() {
        allowance.moved(1 << 20);
        int seconds = 0;
        while (allowance.left() > 0) {
            allowance.waited(SECOND);
            allowance.moved(1);
            seconds++;
        }
        assertTrue(seconds <= 21, "given up after " + seconds + " s");
    }

    @Test
    void endOfBodyAddsNothing() {
        allowance.waited(SECOND);
        allowance.moved(-1);
        assertEquals(19 * SECOND, allowance.left());
    }

    @Test
    void hugeTransferDoesNotOverflow() {
        allowance.waited(SECOND);
        allowance.moved(Long.MAX_VALUE);
        assertEquals(20 * SECOND, allowance.left());
    }
}
