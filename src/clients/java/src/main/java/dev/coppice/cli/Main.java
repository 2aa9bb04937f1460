package dev.coppice.cli;

import dev.coppice.client.Coppice;
import dev.coppice.client.CoppiceProblem;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The command line program: reads the name of a command and its options, connects to the server, and runs the command.
 */
public final class Main {
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    private static final Duration FIRST = Duration.ofSeconds(10);

    private static final String USAGE =
            """
            Usage: java -jar coppice-cli.jar COMMAND [options]

            export [SESSION]         write sessions as JSON Lines: one, or those of the namespace
              --user ID              those of a user, in all namespaces
              --tenant               all of the tenant
              --output FILE          (default: standard output)
            import FILE              import such a file; - is standard input
              --namespace NAME       put all sessions into this namespace
              --dry-run              check the file and write nothing
              --report text|json     (default: text)
            sessions                 list sessions, the most recently written first
              --user ID  --agent NAME  --all-namespaces  --limit N (default: 50)
            history SESSION          print the messages on the path to the leaf
              --last N  --leaf ID  --json
            append SESSION TEXT      append a message; for -, one message (a JSON object) a line of standard input
              --role ROLE (default: user)  --parent ID  --create
            search WORD ...          find messages
              --session ID  --user ID  --limit N (default: 10)

            All commands have
              --url URL              (default: COPPICE_URL, or http://127.0.0.1:8080)
              --token TOKEN          (default: COPPICE_TOKEN, or the file "token" in COPPICE_DATA or ~/.coppice)
              --namespace NAME       (default: the empty namespace)
            """;

    private final Map<String, String> environment;
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;

    Main(Map<String, String> environment, InputStream in, PrintStream out, PrintStream err) {
        this.environment = environment;
        this.in = in;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs a command and ends the process. The exit status is 0 if the command succeeded, 1 if it failed, 2 if the
     * arguments are wrong.
     */
    public static void main(String[] arguments) {
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        var err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        int status = new Main(System.getenv(), System.in, out, err).run(List.of(arguments));
        System.exit(status);
    }

    /**
     * Runs a command and returns the exit status: 0 if the command succeeded, 1 if it failed, 2 if the arguments are
     * wrong. A command whose output cannot be written has failed.
     */
    int run(List<String> arguments) {
        int status = execute(arguments);
        if (out.checkError()) {
            err.println("Standard output cannot be written, for example because the disk is full.");
            return status == 0 ? FAILED : status;
        }
        return status;
    }

    private int execute(List<String> arguments) {
        try {
            if (arguments.isEmpty() || arguments.get(0).matches("help|--help|-h")) {
                out.print(USAGE);
                return arguments.isEmpty() ? WRONG_USAGE : 0;
            }
            return run(arguments.get(0), arguments.subList(1, arguments.size()));
        } catch (UsageException e) {
            err.println(e.getMessage() + "\n\n" + USAGE);
            return WRONG_USAGE;
        } catch (CoppiceProblem e) {
            err.println(e.toString());
        } catch (NoSuchFileException e) {
            err.println(e.getMessage() + ": there is no such file");
        } catch (IOException e) {
            // The message of a subclass, such as AccessDeniedException, may be no sentence, only a file's name.
            err.println(e.getClass() == IOException.class ? e.getMessage() : e.toString());
        }
        return FAILED;
    }

    private int run(String command, List<String> arguments) throws IOException {
        switch (command) {
            case "export" -> {
                var parsed = parse(arguments, List.of("--user", "--output"), List.of("--tenant"));
                new Exporting(connect(parsed), parsed, out).run();
            }
            case "import" -> {
                var parsed = parse(arguments, List.of("--report"), List.of("--dry-run"));
                return new Importing(connect(parsed), parsed, in, out, err).run() ? 0 : FAILED;
            }
            case "sessions" -> {
                var parsed = parse(arguments, List.of("--user", "--agent", "--limit"), List.of("--all-namespaces"));
                new Reading(connect(parsed), parsed, out).sessions();
            }
            case "history" -> {
                var parsed = parse(arguments, List.of("--last", "--leaf"), List.of("--json"));
                new Reading(connect(parsed), parsed, out).history();
            }
            case "append" -> {
                var parsed = parse(arguments, List.of("--role", "--parent"), List.of("--create"));
                new Appending(connect(parsed), parsed, in, out).run();
            }
            case "search" -> {
                var parsed = parse(arguments, List.of("--session", "--user", "--limit"), List.of());
                new Reading(connect(parsed), parsed, out).search();
            }
            default -> throw new UsageException("Unknown command " + command);
        }
        return 0;
    }

    private static Arguments parse(List<String> arguments, List<String> options, List<String> flags) {
        var all = new ArrayList<>(List.of("--url", "--token", "--namespace"));
        all.addAll(options);
        return new Arguments(arguments, Set.copyOf(all), Set.copyOf(flags));
    }

    private Coppice connect(Arguments arguments) throws IOException {
        var url = arguments.option("--url").orElseGet(this::defaultUrl);
        var token = arguments.option("--token").isPresent()
                ? arguments.option("--token").get()
                : defaultToken();
        Coppice coppice;
        try {
            coppice = Coppice.connect(url, token);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
        checkAddress(coppice, url);
        return coppice.namespace(arguments.option("--namespace").orElse(""));
    }

    /**
     * Sends one request, and throws an {@code IOException} if nothing answers at the URL. Without this check, the
     * client would repeat the first request of a command for two minutes if the URL is wrong.
     */
    private static void checkAddress(Coppice coppice, String url) throws IOException {
        try {
            coppice.times(FIRST, Duration.ZERO).send("GET", "/health/live", null);
        } catch (CoppiceProblem e) {
            if (e.is(CoppiceProblem.UNREACHABLE)) {
                throw new IOException(url + " does not answer; is the server running?", e);
            }
        }
    }

    private String defaultUrl() {
        var url = environment.getOrDefault("COPPICE_URL", "");
        return url.isBlank() ? "http://127.0.0.1:" + environment.getOrDefault("COPPICE_HTTP_PORT", "8080") : url;
    }

    private String defaultToken() throws IOException {
        var token = environment.getOrDefault("COPPICE_TOKEN", "");
        if (!token.isBlank()) {
            return token.strip();
        }
        var data = environment.getOrDefault("COPPICE_DATA", "");
        var file = (data.isBlank() ? Path.of(System.getProperty("user.home"), ".coppice") : Path.of(data))
                .resolve("token");
        return Files.exists(file) ? Files.readString(file).strip() : null;
    }
}
