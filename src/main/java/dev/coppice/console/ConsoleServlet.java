package dev.coppice.console;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Sends the files below {@code /console/} of the WAR. The path of this servlet is more specific than that of the REST
 * API, which is the root, so requests for the console reach this servlet. Holds all files in memory, each compressed
 * once. Requires no bearer token, because the files contain no data.
 *
 * <p>Every response, errors included, has a content security policy that allows scripts, styles and connections of this
 * server only. Browsers ask each time whether a file has changed, so that after an update no page mixes old and new
 * files. Thread-safe.
 */
@WebServlet("/console/*")
public class ConsoleServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private static final String ROOT = "/console/";

    /**
     * Value of the header {@code Content-Security-Policy}: browsers load files from this server only and connect only
     * to it.
     */
    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
            + "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

    /** The files by their path below {@code /console/}. Filled once, before the first request. */
    private transient Map<String, ConsoleFile> files;

    @Override
    public void init() {
        var found = new HashMap<String, ConsoleFile>();
        load(getServletContext(), ROOT, found);
        files = Map.copyOf(found);
    }

    /**
     * Reads the files below a folder of the WAR and adds them to {@code found}. Calls itself for each subfolder; the
     * console's folders are only a few levels deep.
     */
    private static void load(ServletContext war, String folder, Map<String, ConsoleFile> found) {
        for (var path : war.getResourcePaths(folder)) {
            if (path.endsWith("/")) {
                load(war, path, found);
            } else {
                found.put(path.substring(ROOT.length()), read(war, path));
            }
        }
    }

    private static ConsoleFile read(ServletContext war, String path) {
        try (var in = war.getResourceAsStream(path)) {
            return ConsoleFile.of(path, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("The file " + path + " of the WAR cannot be read.", e);
        }
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        setHeaders(response);
        super.service(request, response);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var path = request.getPathInfo();
        if (path == null) {
            response.setStatus(HttpServletResponse.SC_MOVED_PERMANENTLY);
            response.setHeader("Location", ROOT);
            return;
        }
        var file = files.get(path.equals("/") ? "index.html" : path.substring(1));
        if (file == null) {
            sendNotFound(request, response);
        } else {
            send(file, request, response);
        }
    }

    private static void setHeaders(HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    }

    private static void sendNotFound(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_NOT_FOUND);
        response.setContentType("text/plain; charset=utf-8");
        write("The console has no such file.\n".getBytes(StandardCharsets.UTF_8), request, response);
    }

    private static void send(ConsoleFile file, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setHeader("Cache-Control", "no-cache");
        response.setHeader("Vary", "Accept-Encoding");
        response.setHeader("ETag", file.tag());
        if (file.isKnown(request.getHeader("If-None-Match"))) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setContentType(file.type());
        var body = file.content();
        if (file.zipped() != null && acceptsGzip(request.getHeader("Accept-Encoding"))) {
            response.setHeader("Content-Encoding", "gzip");
            body = file.zipped();
        }
        write(body, request, response);
    }

    /**
     * Writes the body of a response, but not for a HEAD request: over HTTP/2, Payara would send it although HEAD has no
     * body.
     */
    private static void write(byte[] body, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentLength(body.length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(body);
        }
    }

    /**
     * True if a client accepts a response in gzip format.
     *
     * @param header value of the header {@code Accept-Encoding}; null if the request has no such header
     */
    static boolean acceptsGzip(String header) {
        return header != null
                && Arrays.stream(header.split(","))
                        .map(value -> value.replace(" ", ""))
                        .anyMatch(value -> value.equals("gzip")
                                || value.startsWith("gzip;q=") && !value.matches("gzip;q=0(\\.0*)?"));
    }
}
