package dev.coppice.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;

/** A program that inserts rows into an H2 database, commits each, and prints their number, until it is killed. */
final class OneCommitPerRow {
    /** The text of each row. */
    static final String TEXT = "x".repeat(1000);

    private static final int PART = 100;

    private OneCommitPerRow() {}

    /** Expects the URL of the database and the id of the first row; row 0 also creates the table. */
    public static void main(String... arguments) throws SQLException {
        try (var connection = new CoppiceDriver().connect(arguments[0], new Properties())) {
            int from = Integer.parseInt(arguments[1]);
            if (from == 0) {
                createTable(connection);
            }
            while (true) {
                insert(connection, from, from + PART);
                from += PART;
                System.out.println(from);
            }
        }
    }

    static void createTable(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("create table t (id bigint primary key, name varchar(40) unique, text varchar(1000))");
        }
    }

    /** Inserts the rows with these ids, the last one excluded, in a transaction each. */
    static void insert(Connection connection, int from, int to) throws SQLException {
        try (var insert = connection.prepareStatement("insert into t values (?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int id = from; id < to; id++) {
                insert.setInt(1, id);
                insert.setString(2, Integer.toHexString(id * 0x9E3779B9)); // not in the order of the ids
                insert.setString(3, TEXT);
                insert.executeUpdate();
                connection.commit();
            }
        }
    }
}
