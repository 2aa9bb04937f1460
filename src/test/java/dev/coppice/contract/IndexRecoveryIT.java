package dev.coppice.contract;

import dev.coppice.support.Await;
import dev.coppice.support.TestServers;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Recovery of a lost search index: it is rebuilt from the tables. */
@RunsAlone("deletes the index of a server")
@Order(TestServers.LAST)
@ExtendWith(TestServers.class)
@Tag("chaos")
class IndexRecoveryIT extends IndexRecoveryApi {
    @Test
    void indexDeletedWhileServerRunsIsRebuilt() {
        var api = TestServers.first().api();
        var word = uniqueWord();
        var id = sessionWithText(api, word);
        awaitIndexed(api);
        deleteIndex(TestServers.first().data());
        var later = sessionWithText(api, word);
        Await.until("both sessions are found", RECOVERY, () -> finds(api, id, word) && finds(api, later, word));
        assertComplete(api);
        var last = sessionWithText(api, word);
        Await.until("the session appended last is found", SOON, () -> finds(api, last, word));
    }
}
