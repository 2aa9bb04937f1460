package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.coppice.support.Api;
import dev.coppice.support.Await;
import dev.coppice.support.SecondNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A search that waits finds what another node acknowledged just before. */
@EnabledIf(
        value = "dev.coppice.support.Databases#areOnServer",
        disabledReason = "two nodes are for a database that both reach")
@DatabaseNeutral
@ExtendWith(SecondNode.class)
@ResourceLock(value = SecondNode.RESOURCE, mode = ResourceAccessMode.READ)
@Order(SecondNode.ORDER)
class SearchWaitNodesIT extends SearchApi {
    private static final int ROUNDS = 30;

    /** Bound of the wait for an index that is built from the rows of all other classes, while these write more. */
    private static final Duration BUILD = Duration.ofMinutes(5);

    /** A node that has just started builds its index first. */
    @BeforeEach
    void awaitIndex() {
        Await.until("the second node's index is built", BUILD, () -> "ok"
                .equals(index(SecondNode.api()).at("/state")));
    }

    @Test
    void messageAppendedOnOneNodeIsFoundByNextSearchOnOther() {
        assertFoundAtOnce(api(), SecondNode.api());
        assertFoundAtOnce(SecondNode.api(), api());
    }

    private static void assertFoundAtOnce(Api writer, Api reader) {
        var id = session();
        for (var round = 0; round < ROUNDS; round++) {
            var word = uniqueWord();
            writer.post(MESSAGES, id)
                    .json(batch(message("m" + round, word)))
                    .send()
                    .expect(201);
            var answer = reader.get(SEARCH_SESSION, id)
                    .query("q", word)
                    .query("wait", true)
                    .send()
                    .expect(200);
            assertFalse(answer.json().has("behind"), answer.text());
            assertEquals(List.of("m" + round), exactHits(answer));
        }
    }
}
