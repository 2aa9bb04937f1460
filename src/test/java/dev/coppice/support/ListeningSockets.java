package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The TCP ports on which a process accepts connections, read from {@code /proc}: Linux only. */
public final class ListeningSockets {

    /** State of a listening socket in {@code /proc/net/tcp}. */
    private static final String LISTEN = "0A";

    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final int HEX = 16;

    private ListeningSockets() {}

    /** The addresses and ports on which this process listens now. */
    public static List<InetSocketAddress> of(long pid) {
        var process = Path.of("/proc", String.valueOf(pid));
        var own = sockets(process.resolve("fd"));
        return Stream.of("tcp", "tcp6")
                .flatMap(table ->
                        lines(process.resolve("net").resolve(table)).stream().skip(1))
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields[STATE].equals(LISTEN) && own.contains("socket:[" + fields[INODE] + "]"))
                .map(fields -> address(fields[LOCAL_ADDRESS]))
                .toList();
    }

    private static List<String> lines(Path table) {
        try {
            return Files.readAllLines(table);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the open files of the process link to, for example {@code socket:[4711]}. */
    private static Set<String> sockets(Path files) {
        try (var open = Files.list(files)) {
            return open.map(ListeningSockets::target).collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "closed meanwhile";
        }
    }

    /**
     * Reads an address and a port such as {@code 0100007F:1F90}. The address is in words of four bytes, the lowest byte
     * first, as on the processors that the tests run on.
     */
    private static InetSocketAddress address(String text) {
        var parts = text.split(":");
        var bytes = HexFormat.of().parseHex(parts[0]);
        var ordered = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            ordered[i] = bytes[i ^ 3];
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(ordered), Integer.parseInt(parts[1], HEX));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
