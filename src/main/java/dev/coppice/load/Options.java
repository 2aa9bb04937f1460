package dev.coppice.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the command line and the environment say. The command line wins.
 *
 * @param format null: found by looking at the file
 * @param token null: none was found anywhere
 */
record Options(Path file, Format format, URI url, String token, String namespace) {

    enum Format {
        JSONL,
        LOCOMO
    }

    static final String USAGE =
            """
            Usage: mvn -q compile exec:java -Dexec.args="FILE [options]"

            FILE  JSON Lines (one message a line, with a member sessionId) or the LoCoMo file

              --url URL              the server (COPPICE_URL; http://127.0.0.1:8080)
              --token TOKEN          (COPPICE_TOKEN; the file token in COPPICE_DATA or ~/.coppice)
              --namespace NAME       of the sessions (the empty one)
              --format jsonl|locomo  (found by looking at the file)
            """;

    /** @throws LoadException when the arguments make no sense; its message includes the usage where that helps */
    static Options of(String[] arguments, Map<String, String> environment) {
        Path file = null;
        Format format = null;
        String url = null;
        String token = null;
        var namespace = "";
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--url" -> url = value(arguments, ++i);
                case "--token" -> token = value(arguments, ++i);
                case "--namespace" -> namespace = value(arguments, ++i);
                case "--format" -> format = format(value(arguments, ++i));
                default -> {
                    if (arguments[i].startsWith("-") || file != null) {
                        throw new LoadException("I don't understand " + arguments[i] + "\n\n" + USAGE);
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
                format,
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

    private static Format format(String name) {
        return switch (name) {
            case "jsonl" -> Format.JSONL;
            case "locomo" -> Format.LOCOMO;
            default -> throw new LoadException("The format is jsonl or locomo, not " + name);
        };
    }

    private static URI uri(String url) {
        if (!url.matches("https?://[^/?#\\s]+/*")) {
            throw new LoadException("The server's URL looks like http://127.0.0.1:8080, not like " + url);
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
            throw new LoadException(file.toString(), "can't be read");
        }
    }
}
