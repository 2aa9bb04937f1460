package dev.coppice.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports below the range of ephemeral ports: the port of a killed server must still be free when the server
 * restarts, and a client that connects meanwhile must not be connected to itself. Each JVM takes its ports from blocks
 * of its own, because a port is often bound long after it was found: another build on this machine would find it free,
 * too.
 */
public final class Ports {

    private static final int FIRST = 20_000;
    private static final int BLOCKS = 60;

    /** The number of ports of a block. */
    private static final int BLOCK = 200;

    /** Sockets on the first ports of this JVM's blocks, open as long as the JVM lives: other JVMs take other blocks. */
    private static final List<ServerSocket> OWN = new ArrayList<>();

    private static int next;
    private static int end;

    private Ports() {}

    /** Returns a port that is free, and that no other call in a JVM of these tests returns. */
    public static synchronized int free() {
        while (true) {
            if (next == end) {
                beginBlock();
            }
            int port = next++;
            if (isFree(port)) {
                return port;
            }
        }
    }

    private static void beginBlock() {
        int any = ThreadLocalRandom.current().nextInt(BLOCKS);
        for (int i = 0; i < BLOCKS; i++) {
            int first = FIRST + (any + i) % BLOCKS * BLOCK;
            try {
                OWN.add(new ServerSocket(first, 1, InetAddress.getLoopbackAddress()));
                next = first + 1;
                end = first + BLOCK;
                return;
            } catch (IOException e) {
                // Another JVM has this block.
            }
        }
        throw new IllegalStateException("All blocks of ports from " + FIRST + " are taken");
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
