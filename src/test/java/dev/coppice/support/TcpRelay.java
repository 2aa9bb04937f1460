package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes TCP connections on to a port of this machine, until it is cut. Thread-safe. */
public final class TcpRelay implements AutoCloseable {
    private final int target;
    private final int port;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private ServerSocket listener;

    /** Starts a relay to a port. */
    public TcpRelay(int target) {
        this.target = target;
        this.port = Ports.free();
        restore();
    }

    /** The port that clients connect to. */
    public int port() {
        return port;
    }

    /** Closes all connections, and refuses new ones. */
    public synchronized void cut() {
        close(listener);
        open.forEach(TcpRelay::close);
        open.clear();
    }

    /** Accepts connections again. */
    public synchronized void restore() {
        try {
            listener = new ServerSocket();
            listener.setReuseAddress(true);
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var current = listener;
        start(() -> accept(current));
    }

    private void accept(ServerSocket current) throws IOException {
        while (true) {
            connect(current, current.accept());
        }
    }

    private void connect(ServerSocket current, Socket client) {
        try {
            var server = new Socket(InetAddress.getLoopbackAddress(), target);
            if (isAdded(current, client, server)) {
                start(() -> pass(client, server));
                start(() -> pass(server, client));
                return;
            }
            close(server);
        } catch (IOException e) {
            // The target is away, as it is for clients without a relay.
        }
        close(client);
    }

    /** Adds a connection to the open ones; returns false if the relay was cut since it was accepted. */
    private synchronized boolean isAdded(ServerSocket current, Socket client, Socket server) {
        return !current.isClosed() && open.add(client) && open.add(server);
    }

    private void pass(Socket from, Socket to) throws IOException {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } finally {
            close(from);
            close(to);
            open.remove(from);
            open.remove(to);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        var thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The relay was cut, or one side has closed the connection.
                    }
                },
                "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        cut();
    }
}
