package dev.coppice.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/**
 * Tests that a client really closes its connection. Otherwise it would still count towards the limits of open streams
 * in later tests.
 */
class EventStreamTest {

    @Test
    void oneThatIsClosedBeforeTheBodyBeginsHangsUpThen() {
        var asked = new ArrayList<String>();
        var stream = new EventStream();
        stream.close();
        stream.onSubscribe(subscription(asked));
        assertEquals(List.of("cancel"), asked);
    }

    @Test
    void oneThatIsClosedLaterHangsUpAtOnce() {
        var asked = new ArrayList<String>();
        var stream = new EventStream();
        stream.onSubscribe(subscription(asked));
        stream.close();
        assertEquals(List.of("request", "cancel"), asked);
    }

    private static Flow.Subscription subscription(List<String> asked) {
        return new Flow.Subscription() {
            @Override
            public void request(long n) {
                asked.add("request");
            }

            @Override
            public void cancel() {
                asked.add("cancel");
            }
        };
    }
}
