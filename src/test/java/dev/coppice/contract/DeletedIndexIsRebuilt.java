package dev.coppice.contract;

import dev.coppice.support.Await;
import dev.coppice.support.TestServers;

/** An index that is deleted while the server is down is rebuilt when it starts. */
final class DeletedIndexIsRebuilt extends IndexRecoveryApi implements RestartCase {
    private final String word = uniqueWord();
    private String session;

    @Override
    public void prepare() {
        var api = TestServers.first().api();
        session = sessionWithText(api, word);
        awaitIndexed(api);
    }

    @Override
    public void whileDown() {
        deleteIndex(TestServers.first().data());
    }

    @Override
    public void check() {
        var api = TestServers.first().api();
        Await.until("the message is found again", RECOVERY, () -> finds(api, session, word));
        assertComplete(api);
    }
}
