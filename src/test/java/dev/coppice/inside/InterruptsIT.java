package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.coppice.db.Connections;
import jakarta.annotation.Resource;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/**
 * The server interrupts threads, for example after a transaction's timeout. Java closes a file channel that is used by an
 * interrupted thread; the embedded database must not be closed with it.
 */
class InterruptsIT extends InsideTest {
    private static final long NO_STORE = -1;

    @Resource(lookup = Connections.TRANSACTIONS)
    private DataSource source;

    @Test
    void interruptedThreadDoesNotCloseTheDatabase() throws Exception {
        var thread = new Thread(this::writeInterrupted);
        thread.start();
        thread.join(60_000);
        var name = session();
        append(name, "last");
        assertEquals(List.of("last"), path(name, null));
        try (var connection = source.getConnection();
                var delete = connection.prepareStatement("delete from context_version where store_id = ?")) {
            delete.setLong(1, NO_STORE);
            delete.executeUpdate();
        }
    }

    private void writeInterrupted() {
        try (var connection = source.getConnection();
                var insert = connection.prepareStatement("insert into context_version"
                        + " (store_id, version, content, bytes, created_at) values (?, ?, ?, 200000, 0)")) {
            for (int i = 0; i < 30; i++) {
                insert.setLong(1, NO_STORE);
                insert.setLong(2, i);
                insert.setBytes(3, new byte[200_000]);
                Thread.currentThread().interrupt();
                insert.executeUpdate();
            }
        } catch (SQLException e) {
            // the interrupted thread may fail; the others must not
        }
    }
}
