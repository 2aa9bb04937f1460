package dev.coppice.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.List;

/** A connection that writes as the server does: it locks the session row first, all in one transaction. Not thread-safe. */
final class RawWriter implements AutoCloseable {

    private final Connection connection;
    private final PreparedStatement newSession;
    private final PreparedStatement lock;
    private final PreparedStatement message;
    private final PreparedStatement event;
    private final PreparedStatement session;
    private final PreparedStatement branch;
    private final PreparedStatement edit;

    RawWriter(RawDatabase raw) throws SQLException {
        connection = raw.open();
        newSession = connection.prepareStatement("insert into bench_session values (?, ?, ?, 0, -1, 0, 0, ?)");
        lock = connection.prepareStatement(
                "select next_seq, leaf_depth, tokens from bench_session where id = ? for update");
        message = connection.prepareStatement("insert into bench_message values (?, ?, ?, ?, ?, 'user', ?, 100, ?, ?)");
        event = connection.prepareStatement(
                "insert into bench_event (tree_id, kind, message_id, created_at) values (?, 'MessageAppended', ?, ?)");
        session = connection.prepareStatement(
                """
                update bench_session set next_seq = ?, leaf_depth = ?, tokens = ?, version = version + 1, updated_at = ?
                where id = ?
                """);
        branch = connection.prepareStatement("insert into bench_branch values (?, ?, ?, ?)");
        edit = connection.prepareStatement("insert into bench_edit values (?, ?, ?, ?)");
    }

    /** Inserts a session whose number is also the number of its tree and of its first branch. */
    void session(long id, long namespace, String name) throws SQLException {
        newSession.setLong(1, id);
        newSession.setLong(2, namespace);
        newSession.setString(3, name);
        newSession.setLong(4, System.currentTimeMillis());
        newSession.executeUpdate();
        connection.commit();
    }

    /** Inserts sessions 1 to {@code count}, updated one millisecond apart. */
    void sessions(long namespace, int count) throws SQLException {
        for (int i = 1; i <= count; i++) {
            newSession.setLong(1, i);
            newSession.setLong(2, namespace);
            newSession.setString(3, "s" + i);
            newSession.setLong(4, i);
            newSession.addBatch();
            if (i % 1000 == 0 || i == count) {
                newSession.executeBatch();
            }
        }
        connection.commit();
    }

    /** Appends in one transaction; up to five attempts if the database reports a lock timeout or a deadlock. */
    void append(long id, List<String> messageIds) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                appendOnce(id, messageIds);
                return;
            } catch (SQLException e) {
                connection.rollback();
                if (attempt == 5 || !(e instanceof SQLTransientException || "40001".equals(e.getSQLState()))) {
                    throw e;
                }
            }
        }
    }

    private void appendOnce(long id, List<String> messageIds) throws SQLException {
        long now = System.currentTimeMillis();
        var head = lock(id);
        for (var messageId : messageIds) {
            head = new Head(head.seq() + 1, head.depth() + 1, head.tokens() + 100);
            message(id, head.depth(), id, messageId, head);
            event(id, messageId, now);
            if (messageIds.size() > 1) {
                message.addBatch();
                event.addBatch();
            }
        }
        if (messageIds.size() > 1) {
            message.executeBatch();
            event.executeBatch();
        } else {
            message.executeUpdate();
            event.executeUpdate();
        }
        move(id, head, now);
        connection.commit();
    }

    private record Head(long seq, int depth, long tokens) {}

    private Head lock(long id) throws SQLException {
        lock.setLong(1, id);
        try (var rows = lock.executeQuery()) {
            rows.next();
            return new Head(rows.getLong(1), rows.getInt(2), rows.getLong(3));
        }
    }

    private void message(long inBranch, int depth, long tree, String messageId, Head head) throws SQLException {
        message.setLong(1, inBranch);
        message.setInt(2, depth);
        message.setLong(3, tree);
        message.setString(4, messageId);
        message.setLong(5, head.seq());
        message.setBytes(6, BenchMessages.bytes(messageId));
        message.setLong(7, head.tokens());
        message.setLong(8, System.currentTimeMillis());
    }

    private void event(long tree, String messageId, long now) throws SQLException {
        event.setLong(1, tree);
        event.setString(2, messageId);
        event.setLong(3, now);
    }

    private void move(long id, Head head, long now) throws SQLException {
        session.setLong(1, head.seq());
        session.setInt(2, head.depth());
        session.setLong(3, head.tokens());
        session.setLong(4, now);
        session.setLong(5, id);
        session.executeUpdate();
    }

    /** Inserts the rows of a comb, 1,000 branches per transaction: each branch leaves the previous one at its first message. */
    void comb(long id, int branches) throws SQLException {
        long seq = 0;
        for (int i = 0; i < branches; i++) {
            branch.setLong(1, id + i);
            branch.setLong(2, id);
            branch.setLong(3, id + i - 1);
            branch.setInt(4, i - 1);
            branch.addBatch();
            for (var name : List.of("t", "a")) {
                int depth = name.equals("t") ? i : i + 1;
                message(id + i, depth, id, name + i, new Head(++seq, depth, 0));
                message.addBatch();
            }
            if (i % 1000 == 999 || i == branches - 1) {
                branch.executeBatch();
                message.executeBatch();
                connection.commit();
            }
        }
    }

    /** Stores an edit beside the message, as the server does. @param body the new body, or null for a tombstone */
    void edit(long id, int depth, byte[] body) throws SQLException {
        long now = System.currentTimeMillis();
        var head = lock(id);
        edit.setLong(1, id);
        edit.setLong(2, id);
        edit.setInt(3, depth);
        edit.setBytes(4, body);
        edit.executeUpdate();
        event(id, "d" + depth, now);
        event.executeUpdate();
        move(id, head, now);
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
