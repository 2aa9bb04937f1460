package dev.coppice.state;

import dev.coppice.api.Page;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;

/**
 * Reads and writes the rows of list items. A row's place (column {@code place}) is a number that orders the items: the
 * items of a list have consecutive places. The row of the list, {@link StateValue}, stores the place of the first item,
 * so removing items at the front changes no other item. Uses plain JDBC, because for a list of ten thousand items
 * Hibernate would create ten thousand entities. For one transaction; not thread-safe.
 */
final class ListItems {
    /**
     * Maximum number of items that one call of {@link #read} returns. Reading this many rows takes about a millisecond,
     * so each transaction of a long response is short.
     */
    static final int MAX_ROWS = 500;

    private static final long MAX_BYTES = 1 << 20;
    private static final int BATCH = 500;

    private final EntityManager em;

    ListItems(EntityManager em) {
        this.em = em;
    }

    /**
     * A stored item of a list, without its JSON.
     *
     * @param fingerprint the fingerprint of the {@link ListItem}
     * @param bytes size of the JSON in bytes
     */
    record Stored(byte[] fingerprint, int bytes) {}

    /** Returns the fingerprints and sizes of all items of a list, in their order. */
    List<Stored> stored(StateValue list) {
        return query(
                "select fingerprint, bytes from state_item where value_id = ? and place >= ? and place < ? order by"
                        + " place",
                list.id(),
                list.first(),
                list.end(),
                row -> new Stored(row.getBytes(1), row.getInt(2)));
    }

    /**
     * Returns the JSON of some items of a list, in their order: at most 500 items and 1 MiB, but at least one item.
     * Empty if there are no such rows.
     *
     * @param value database id of the list's row
     * @param from place (column {@code place}) of the first item to read, inclusive
     * @param to place of the last item to read, exclusive
     */
    List<byte[]> read(long value, long from, long to) {
        long until = Math.min(to, from + MAX_ROWS);
        var sizes = query(
                "select bytes from state_item where value_id = ? and place >= ? and place < ? order by place",
                value,
                from,
                until,
                row -> row.getInt(1));
        int size = Page.fitting(sizes, MAX_ROWS, MAX_BYTES);
        return query(
                "select body from state_item where value_id = ? and place >= ? and place < ? order by place",
                value,
                from,
                from + size,
                row -> row.getBytes(1));
    }

    /**
     * Inserts items of a list as rows with consecutive places (column {@code place}).
     *
     * @param value database id of the list's row
     * @param place place of the first inserted item
     * @param items the items in their order
     */
    void insert(long value, long place, List<ListItem> items) {
        batch(
                "insert into state_item (body, bytes, fingerprint, value_id, place) values (?, ?, ?, ?, ?)",
                items.size(),
                (statement, i) -> bind(statement, items.get(i), value, place + i));
    }

    /**
     * Rewrites some items of a list.
     *
     * @param value database id of the list's row
     * @param place place (column {@code place}) of the list's first item after the write
     * @param indexes indexes in {@code items} of the items to rewrite
     * @param items all items of the list after the write
     */
    void update(long value, long place, List<Integer> indexes, List<ListItem> items) {
        batch(
                "update state_item set body = ?, bytes = ?, fingerprint = ? where value_id = ? and place = ?",
                indexes.size(),
                (statement, i) -> bind(statement, items.get(indexes.get(i)), value, place + indexes.get(i)));
    }

    private static void bind(PreparedStatement statement, ListItem item, long value, long place) throws SQLException {
        statement.setBytes(1, item.json());
        statement.setInt(2, item.json().length);
        statement.setBytes(3, item.fingerprint());
        statement.setLong(4, value);
        statement.setLong(5, place);
    }

    /**
     * Deletes items of a list. Does nothing if {@code from} is not below {@code to}.
     *
     * @param value database id of the list's row
     * @param from place (column {@code place}) of the first item to delete, inclusive
     * @param to place of the last item to delete, exclusive
     */
    void delete(long value, long from, long to) {
        if (from < to) {
            work(connection -> {
                try (var delete = connection.prepareStatement(
                        "delete from state_item where value_id = ? and place >= ? and place < ?")) {
                    delete.setLong(1, value);
                    delete.setLong(2, from);
                    delete.setLong(3, to);
                    delete.executeUpdate();
                }
            });
        }
    }

    /**
     * Deletes at most {@code limit} items of a deleted value. Returns true if at least one was deleted, false if the
     * value has no items.
     */
    boolean purge(StateValue deleted, int limit) {
        var places = query(
                "select place from state_item where value_id = ? and place >= ? and place < ? order by value_id, place"
                        + " limit " + limit,
                deleted.id(),
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                row -> row.getLong(1));
        if (!places.isEmpty()) {
            delete(deleted.id(), places.get(0), places.get(places.size() - 1) + 1);
        }
        return !places.isEmpty();
    }

    private interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    private <T> List<T> query(String sql, long value, long from, long to, Row<T> reader) {
        return em.unwrap(Session.class).doReturningWork(connection -> {
            try (var select = connection.prepareStatement(sql)) {
                select.setLong(1, value);
                select.setLong(2, from);
                select.setLong(3, to);
                var found = new ArrayList<T>();
                try (var rows = select.executeQuery()) {
                    while (rows.next()) {
                        found.add(reader.of(rows));
                    }
                }
                return found;
            }
        });
    }

    private interface Binding {
        void bind(PreparedStatement statement, int index) throws SQLException;
    }

    private void batch(String sql, int count, Binding binding) {
        if (count == 0) {
            return;
        }
        work(connection -> {
            try (var statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < count; i++) {
                    binding.bind(statement, i);
                    statement.addBatch();
                    if ((i + 1) % BATCH == 0 || i + 1 == count) {
                        statement.executeBatch();
                    }
                }
            }
        });
    }

    private interface Work {
        void with(Connection connection) throws SQLException;
    }

    private void work(Work work) {
        em.unwrap(Session.class).doWork(work::with);
    }
}
