package dev.coppice.support;

/** What a server is told about its database. Without a URL it makes its own H2 file in its data directory. */
public record Database(String url, String user, String password) {

    public static final Database H2 = new Database(null, null, null);

    public boolean isMariaDb() {
        return url != null;
    }
}
