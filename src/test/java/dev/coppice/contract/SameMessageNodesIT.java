package dev.coppice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.support.ParallelClients;
import dev.coppice.support.SecondNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Appends of the same message to two nodes at the same time. */
@EnabledIf(
        value = "dev.coppice.support.Databases#areOnServer",
        disabledReason = "two nodes are for a database that both reach")
@DatabaseNeutral
@ExtendWith(SecondNode.class)
@ResourceLock(value = SecondNode.RESOURCE, mode = ResourceAccessMode.READ)
@Order(SecondNode.ORDER)
class SameMessageNodesIT extends Contract {
    private static final int MESSAGES = 20;

    @Test
    void oneOfTwoNodesStoresTheMessage() throws Exception {
        var session = session();
        var nodes = List.of(api(), SecondNode.api());
        var ids = new ArrayList<String>();
        for (int i = 0; i < MESSAGES; i++) {
            var id = "m" + i;
            ids.add(id);
            var statuses = ParallelClients.of(4, client -> retryWhileBusy(() -> nodes.get(client % 2)
                            .post("/v1/sessions/" + session + "/messages")
                            .json(batch(message(id, "text")))
                            .send())
                    .status());
            assertEquals(List.of(200, 200, 200, 201), statuses.stream().sorted().toList());
        }
        assertEquals(ids, path(session));
    }
}
