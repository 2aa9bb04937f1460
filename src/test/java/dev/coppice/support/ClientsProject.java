package dev.coppice.support;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The Maven project {@code src/clients}, built in place. */
public final class ClientsProject {
    private static final Path HOME = Path.of("src", "clients").toAbsolutePath();
    private static final Path TARGET = HOME.resolve("java").resolve("target");

    private static boolean built;

    private ClientsProject() {}

    /** The library. */
    public static Path library() {
        return TARGET.resolve("coppice.jar");
    }

    /** The command line. */
    public static Path commandLine() {
        return TARGET.resolve("coppice-cli.jar");
    }

    /** Builds the project once, without running its tests. */
    public static synchronized void build() {
        if (!built) {
            maven(Map.of(), "package", "-DskipTests");
            built = true;
        }
    }

    /**
     * Runs the project's tests on a server, and returns Maven's output. Throws an {@code AssertionError} with the output
     * if a test fails.
     */
    public static String test(CoppiceServer server) {
        return maven(environment(server), "test");
    }

    private static String maven(Map<String, String> environment, String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("maven.home"), "bin", "mvn").toString());
        if ("offline=true".equals(System.getProperty("maven.mode"))) {
            command.add("-o");
        }
        command.addAll(List.of("-B", "-ntp", "-Dmaven.repo.local=" + System.getProperty("maven.repo.local")));
        command.addAll(List.of(arguments));
        return Command.run(HOME, environment, command).orFail();
    }

    /** Returns the variables from which clients learn server and token. */
    public static Map<String, String> environment(CoppiceServer server) {
        return Map.of("COPPICE_URL", server.uri().toString(), "COPPICE_TOKEN", server.token());
    }

    /**
     * Returns the command of a program among the tests of the Java client.
     *
     * @param heap the JVM's heap option
     * @param name name of the class in {@code dev.coppice.program}
     */
    public static List<String> program(String heap, String name, String... arguments) {
        var path = library() + System.getProperty("path.separator") + TARGET.resolve("test-classes");
        var command = new ArrayList<>(List.of(java(), heap, "-cp", path, "dev.coppice.program." + name));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the path of this JVM's {@code java}. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
