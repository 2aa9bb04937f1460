package dev.coppice.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** HTTP over a plain socket, for requests that HTTP clients refuse to send. */
public final class RawHttp {

    private static final int TIMEOUT_MILLIS = 120_000;
    private static final int LONGEST_ANSWER = 1 << 16;

    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)");

    private RawHttp() {}

    /**
     * Sends bytes and reads one answer, or the part of it that arrives before the server closes the connection or sends
     * nothing for two minutes. Empty if the connection was cut without an answer.
     */
    public static String exchange(CoppiceServer server, byte[] request) {
        try (var socket = connect(server)) {
            return exchange(socket, request);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens a connection on which {@link #exchange(Socket, byte[])} can send one request after the other. */
    public static Socket connect(CoppiceServer server) throws IOException {
        var socket = new Socket("127.0.0.1", server.httpPort());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    /** Sends bytes and reads one answer, as {@link #exchange(CoppiceServer, byte[])} does, on an open connection. */
    public static String exchange(Socket socket, byte[] request) throws IOException {
        var answer = new ByteArrayOutputStream();
        try {
            write(socket, request);
            var input = socket.getInputStream();
            var buffer = new byte[8192];
            int read;
            while (!isComplete(answer) && (read = input.read(buffer)) >= 0) {
                answer.write(buffer, 0, read);
            }
        } catch (java.net.SocketTimeoutException | java.net.SocketException e) {
            return answer.toString(StandardCharsets.ISO_8859_1);
        }
        return answer.toString(StandardCharsets.ISO_8859_1);
    }

    /** Sends a request line unchanged, with the admin token and {@code Connection: close}; no body. */
    public static String request(CoppiceServer server, String requestLine, String... headers) {
        var request = new StringBuilder(requestLine).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n");
        request.append("Authorization: Bearer ").append(server.token()).append("\r\n");
        for (var header : headers) {
            request.append(header).append("\r\n");
        }
        return exchange(server, request.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The status of an answer of {@link #exchange}; 0 if there was none. */
    public static int status(String answer) {
        return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
    }

    private static boolean isComplete(ByteArrayOutputStream bytes) {
        var answer = bytes.toString(StandardCharsets.ISO_8859_1);
        var end = answer.indexOf("\r\n\r\n");
        if (end < 0) {
            return answer.length() > LONGEST_ANSWER;
        }
        var length = LENGTH.matcher(answer.substring(0, end + 2));
        return length.find()
                ? answer.length() >= end + 4 + Integer.parseInt(length.group(1))
                : answer.endsWith("\r\n0\r\n\r\n");
    }

    private static void write(Socket socket, byte[] request) throws IOException {
        try {
            socket.getOutputStream().write(request);
            socket.getOutputStream().flush();
        } catch (java.net.SocketException e) {
            // The server refused in the middle of the request; its answer can still be read.
            return;
        }
    }
}
