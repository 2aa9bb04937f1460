package dev.coppice.clients;

import dev.coppice.support.CoppiceServer;
import dev.coppice.support.ServerControl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/** A server for the tests of one client, which they may restart and kill, and the figures that they print. */
final class ClientServer implements AutoCloseable {

    private static final Path FIGURES = Path.of("target", "clients", "figures.txt");
    private static final String FIGURE = "figure: ";

    private final CoppiceServer server;
    private final ServerControl control;

    /** @param origins of web pages that may call the server */
    ClientServer(String name, String origins) {
        server = CoppiceServer.named(name)
                .lasting()
                .environment("COPPICE_SEARCH_INTERVAL", CoppiceServer.INDEX_INTERVAL)
                .environment("COPPICE_HTTP_ALLOWED_ORIGINS", origins)
                .start();
        control = ServerControl.of(server);
    }

    /** Variables with the server's address, the administrator's token, and the address of the control. */
    Map<String, String> environment() {
        return Map.of(
                "COPPICE_URL", server.uri().toString(),
                "COPPICE_TOKEN", server.token(),
                "COPPICE_CONTROL", control.uri());
    }

    /** Prints the lines of the output that are figures, and adds them to {@code target/clients/figures.txt}. */
    static void report(String output) {
        var figures = output.lines()
                .filter(line -> line.contains(FIGURE))
                .map(line -> line.substring(line.indexOf(FIGURE) + FIGURE.length()))
                .toList();
        try {
            Files.createDirectories(FIGURES.getParent());
            Files.write(FIGURES, figures, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        figures.forEach(System.out::println);
    }

    @Override
    public void close() {
        control.close();
        server.close();
    }
}
