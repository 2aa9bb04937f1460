package dev.coppice.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.annotation.Resource;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/**
 * The server interrupts threads, for one when a transaction has taken too long. A plain file that is read or written at
 * that moment is closed by Java, and with it the embedded database was, for everybody, until the next start.
 */
class InterruptsIT extends InsideTest {
    private static final long NOBODYS = -1;

    @Resource(lookup = "java:jboss/datasources/Coppice")
    private DataSource source;

    @Test
    void anInterruptedThreadDoesNotCloseTheDatabase() throws Exception {
        var thread = new Thread(this::writeInterrupted);
        thread.start();
        thread.join(60_000);
        var name = session();
        append(name, "last");
        assertEquals(List.of("last"), path(name, null));
        try (var connection = source.getConnection();
                var delete = connection.prepareStatement("delete from context_version where store_id = ?")) {
            delete.setLong(1, NOBODYS);
            delete.executeUpdate();
        }
    }

    private void writeInterrupted() {
        try (var connection = source.getConnection();
                var insert = connection.prepareStatement("insert into context_version"
                        + " (store_id, version, content, bytes, created_at) values (?, ?, ?, 200000, 0)")) {
            for (int i = 0; i < 30; i++) {
                insert.setLong(1, NOBODYS);
                insert.setLong(2, i);
                insert.setBytes(3, new byte[200_000]);
                Thread.currentThread().interrupt();
                insert.executeUpdate();
            }
        } catch (SQLException e) {
            // whatever becomes of the interrupted one: the others are to go on
        }
    }
}
