package dev.coppice.support;

/** The database settings of a server. Without a URL it creates an H2 file in its data directory. */
public record Database(String url, String user, String password) {

    public static final Database H2 = new Database(null, null, null);

    /** False for the H2 file, which only one node can use, and which only this node can open while it runs. */
    public boolean isOnServer() {
        return url != null;
    }

    /** The database's product, as benchmarks call it. */
    public String product() {
        if (!isOnServer()) {
            return "H2";
        }
        return url.startsWith("jdbc:mariadb:") ? "MariaDB" : "PostgreSQL";
    }
}
