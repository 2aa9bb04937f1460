package dev.coppice.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The options of the loader, from the command line. A URL or a token that is missing there is taken from environment
 * variables, the token finally from a file in the data directory.
 *
 * @param file the file to load
 * @param url address of the server, without a slash at its end
 * @param token bearer token; null if neither the command line nor the environment nor the data directory has one
 * @param namespace namespace for messages that do not name one; empty for the default namespace
 */
record Options(Path file, URI url, String token, String namespace) {

    static final String USAGE =
            """
            Usage: mvn -q compile exec:java -Dexec.args="FILE [options]"

            FILE  JSON Lines: one message per line, each with a member sessionId

              --url URL         address of the server (default: COPPICE_URL, or http://127.0.0.1:8080)
              --token TOKEN     (default: COPPICE_TOKEN, or the file "token" in COPPICE_DATA or ~/.coppice)
              --namespace NAME  for messages without a member namespace (default: the empty namespace)
            """;

    /**
     * Reads the options from the arguments of the command line and the environment variables ({@link #USAGE}).
     *
     * @throws LoadException if an argument is unknown or lacks its value, no file is given, the URL is invalid, or the
     *     file with the token cannot be read
     */
    static Options of(String[] arguments, Map<String, String> environment) {
        Path file = null;
        String url = null;
        String token = null;
        var namespace = "";
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--url" -> url = value(arguments, ++i);
                case "--token" -> token = value(arguments, ++i);
                case "--namespace" -> namespace = value(arguments, ++i);
                default -> {
                    if (arguments[i].startsWith("-") || file != null) {
                        throw new LoadException("Unknown argument " + arguments[i] + "\n\n" + USAGE);
                    }
                    file = Path.of(arguments[i]);
                }
            }
        }
        if (file == null) {
            throw new LoadException("No file given\n\n" + USAGE);
        }
        return new Options(
                file,
                uri(url != null ? url : defaultUrl(environment)),
                token != null ? token : defaultToken(environment),
                namespace);
    }

    private static String value(String[] arguments, int i) {
        if (i == arguments.length) {
            throw new LoadException(arguments[i - 1] + " needs a value\n\n" + USAGE);
        }
        return arguments[i];
    }

    private static URI uri(String url) {
        if (!url.matches("https?://[^/?#\\s]+/*")) {
            throw new LoadException("The server's URL must look like http://127.0.0.1:8080, not like " + url);
        }
        return URI.create(url.replaceAll("/+$", ""));
    }

    private static String defaultUrl(Map<String, String> environment) {
        var url = environment.getOrDefault("COPPICE_URL", "");
        var port = environment.getOrDefault("COPPICE_HTTP_PORT", "8080");
        return url.isBlank() ? "http://127.0.0.1:" + port : url;
    }

    private static String defaultToken(Map<String, String> environment) {
        var token = environment.getOrDefault("COPPICE_TOKEN", "");
        if (!token.isBlank()) {
            return token.strip();
        }
        var data = environment.getOrDefault("COPPICE_DATA", "");
        var file = (data.isBlank() ? Path.of(System.getProperty("user.home"), ".coppice") : Path.of(data))
                .resolve("token");
        try {
            return Files.exists(file) ? Files.readString(file).strip() : null;
        } catch (IOException e) {
            throw new LoadException(file.toString(), "cannot be read");
        }
    }
}
