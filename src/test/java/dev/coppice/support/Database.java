package dev.coppice.support;

/** The database settings of a server. Without a URL it creates an H2 file in its data directory. */
public record Database(String url, String user, String password) {

    public static final Database H2 = new Database(null, null, null);

    public boolean isMariaDb() {
        return url != null;
    }
}
