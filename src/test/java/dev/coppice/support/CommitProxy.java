package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A TCP proxy between a server and its database that disturbs it. It forwards all bytes. When the server sends
 * {@code COMMIT}, it may do to this connection what {@link #disturb} has asked for; {@link #cutAt} cuts at any other
 * step. Thread-safe.
 */
public final class CommitProxy implements AutoCloseable {

    /** What happens to a commit. */
    public enum Fault {
        /** The connection is cut; the database does not get the commit. */
        CUT_BEFORE,
        /** The database gets the commit; then the connection is cut, before the answer. */
        CUT_AFTER,
        /** The database gets the commit, its answer is lost, and the connection stays open without a byte. */
        LOSE_ANSWER,
        /** The database gets the commit five seconds late. */
        DELAY
    }

    private static final long DELAY_SECONDS = 5;
    private static final int BUFFER = 1 << 16;

    private final Database database;
    private final int target;
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<Socket, Socket> open = new ConcurrentHashMap<>();
    private final AtomicInteger disturbed = new AtomicInteger();
    private volatile Fault fault;
    private volatile int every = 1;
    private final AtomicInteger commits = new AtomicInteger();
    /** Requests until a connection is cut; 0 and less: none is. */
    private final AtomicInteger steps = new AtomicInteger();

    private CommitProxy(Database database) throws IOException {
        this.database = database;
        this.target = address(database).getPort();
        listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        threads.submit(this::accept);
    }

    /** Starts a proxy in front of the database. */
    public static CommitProxy before(Database database) {
        try {
            return new CommitProxy(database);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same database, reached through this proxy. */
    public Database through(Database database) {
        var url = database.url().replace(":" + target + "/", ":" + listener.getLocalPort() + "/");
        return new Database(url, database.user(), database.password());
    }

    /** Disturbs each {@code every}-th commit from now on; null forwards all. */
    public void disturb(Fault chosen, int every) {
        this.every = every;
        fault = chosen;
    }

    /** Cuts the connection over which the {@code step}-th request to the database from now on arrives, before it. */
    public void cutAt(int step) {
        steps.set(step);
    }

    /** Cuts no more connections; returns true if one was cut since {@link #cutAt}. */
    public boolean hasCut() {
        return steps.getAndSet(0) <= 0;
    }

    /** How many commits were disturbed so far. */
    public int disturbed() {
        return disturbed.get();
    }

    private static InetSocketAddress address(Database database) {
        var authority =
                database.url().replaceFirst("^jdbc:\\w+://([^/]+)/.*", "$1").split(":");
        return new InetSocketAddress(authority[0], Integer.parseInt(authority[1]));
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var client = listener.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                open.put(client, server);
                var link = new Link(client, server);
                threads.submit(() -> link.forward(client, server));
                threads.submit(() -> link.forward(server, client));
            } catch (IOException e) {
                // the proxy was closed, or the database refuses connections
                continue;
            }
        }
    }

    /** One connection in both directions. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        private final CommitCommand commitCommand = CommitCommand.of(database);
        private volatile boolean losesAnswers;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void forward(Socket from, Socket to) {
            var buffer = new byte[BUFFER];
            try {
                int read;
                while ((read = from.getInputStream().read(buffer)) >= 0) {
                    if (from == client && steps.get() > 0 && steps.decrementAndGet() == 0) {
                        return;
                    }
                    if (from == client && commitCommand.isIn(buffer, read)) {
                        commit(Arrays.copyOf(buffer, read));
                    } else if (from == client || !losesAnswers) {
                        to.getOutputStream().write(buffer, 0, read);
                    }
                }
            } catch (IOException | InterruptedException e) {
                // the other direction has ended
            } finally {
                cut();
            }
        }

        private void commit(byte[] bytes) throws IOException, InterruptedException {
            var chosen = commits.incrementAndGet() % every == 0 ? fault : null;
            if (chosen != null) {
                disturbed.incrementAndGet();
            }
            if (chosen == Fault.CUT_BEFORE) {
                cut();
                return;
            }
            if (chosen == Fault.DELAY) {
                TimeUnit.SECONDS.sleep(DELAY_SECONDS);
            }
            losesAnswers = chosen == Fault.LOSE_ANSWER || chosen == Fault.CUT_AFTER;
            server.getOutputStream().write(bytes);
            if (chosen == Fault.CUT_AFTER) {
                // The end of the output after the commit: the database executes it, then closes the connection.
                server.shutdownOutput();
                client.close();
            }
        }

        private void cut() {
            open.remove(client);
            closeQuietly(client);
            closeQuietly(server);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open.forEach((client, server) -> {
            closeQuietly(client);
            closeQuietly(server);
        });
        threads.shutdownNow();
    }
}
