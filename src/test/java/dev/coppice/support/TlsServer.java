package dev.coppice.support;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * The server of the zip with TLS by WildFly: made by the commands in {@code src/docs/operations.md}, with a certificate
 * of its own. Not thread-safe, except for requests.
 */
public final class TlsServer implements AutoCloseable {
    private static final Path PAGE = Path.of("src", "docs", "operations.md");
    private static final Pattern COMMANDS = Pattern.compile("(?s)cat > tls\\.cli << 'END'\n(.*?)\nEND\n");
    private static final String KEY_STORE = "/etc/coppice.p12";
    private static final String PASSWORD = "changeit";

    private final UnpackedServer server;
    private final Path keyStore;
    private final int port = Ports.free();

    private TlsServer(UnpackedServer server) {
        this.server = server;
        this.keyStore = server.home().resolve("coppice.p12");
    }

    /**
     * Starts a server and returns when it is ready.
     *
     * @param name name of the directory below {@code target/it}; what was there is deleted
     * @param wait {@code coppice.http.client-wait}
     */
    public static TlsServer start(String name, Duration wait) throws IOException {
        var started = new TlsServer(UnpackedServer.unpack(name));
        started.configure();
        started.server
                .environment("COPPICE_HTTP_CLIENT_WAIT", wait.toString())
                .environment("JAVA_OPTS", "-Xmx512m -Djboss.https.port=" + started.port)
                .coppice("start")
                .orFail();
        return started;
    }

    private void configure() throws IOException {
        var home = server.home();
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Command.run(
                        home,
                        Map.of(),
                        List.of(
                                keytool,
                                "-genkeypair",
                                "-alias",
                                "coppice",
                                "-keyalg",
                                "RSA",
                                "-keystore",
                                keyStore.toString(),
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "SAN=dns:localhost,ip:127.0.0.1"))
                .orFail();
        var commands = COMMANDS.matcher(Files.readString(PAGE));
        if (!commands.find() || !commands.group(1).contains(KEY_STORE)) {
            throw new AssertionError(PAGE + " has no commands for TLS with " + KEY_STORE);
        }
        var script = Files.writeString(
                home.resolve("tls.cli"), commands.group(1).replace(KEY_STORE, keyStore.toString()) + "\n");
        Command.run(
                        home,
                        Map.of("JAVA_HOME", System.getProperty("java.home")),
                        List.of(home.resolve("bin/jboss-cli.sh").toString(), "--file=" + script))
                .orFail();
    }

    /** A context that trusts the certificate of this server only. */
    public SSLContext trusted() {
        try (var in = Files.newInputStream(keyStore)) {
            var keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(keys);
            var context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("The key store cannot be read", e);
        }
    }

    /** A connection for HTTP/1.1 after its handshake. */
    public SSLSocket connect() throws IOException {
        var socket = (SSLSocket) trusted().getSocketFactory().createSocket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        socket.startHandshake();
        return socket;
    }

    /** The port without TLS. */
    public int httpPort() {
        return server.httpPort();
    }

    /** The port with TLS. */
    public int port() {
        return port;
    }

    public URI uri() {
        return URI.create("https://localhost:" + port);
    }

    public String token() {
        try {
            return Files.readString(server.data().resolve("token")).strip();
        } catch (IOException e) {
            throw new IllegalStateException("The server has written no token", e);
        }
    }

    /** A client of the port without TLS. */
    public Api api() {
        return server.api();
    }

    @Override
    public void close() {
        server.close();
    }
}
