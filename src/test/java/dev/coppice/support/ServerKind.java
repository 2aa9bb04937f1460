package dev.coppice.support;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The application server under test: how a process of it is prepared and started. Chosen by {@code coppice.test.server}. */
interface ServerKind {

    /** The server that the build has chosen: {@code wildfly} unless the system property says otherwise. */
    static ServerKind underTest() {
        return switch (System.getProperty("coppice.test.server", "wildfly")) {
            case "wildfly" -> new WildFly();
            case "payara-micro" -> new PayaraMicro();
            case "payara-server" -> new PayaraServer();
            default -> throw new IllegalArgumentException(
                    "coppice.test.server must be wildfly, payara-micro or payara-server");
        };
    }

    /** The path that a system property of the build contains. */
    static Path path(String property, String otherwise) {
        return Path.of(System.getProperty(property, otherwise)).toAbsolutePath();
    }

    /** False if this server refuses a request with the id in its path, before Coppice gets the request. */
    default boolean passesInPath(String id) {
        return true;
    }

    /**
     * True if this server, and not Coppice, has given an answer, because the WAR is not deployed yet or not any more. No
     * document describes such an answer.
     */
    default boolean answersWithoutCoppice(HttpAnswer answer) {
        return false;
    }

    /**
     * True if the server may give this answer while it is starting, so that clients know that they must repeat their
     * request. Checked at each start of a test.
     */
    default boolean isAnswerWhileStarting(HttpResponse<?> answer) {
        return true;
    }

    /** Copies into the empty base directory what the server changes while it runs, and the WAR. */
    void prepare(Path base) throws IOException;

    /** The same without the WAR, for a server that Arquillian starts. Does nothing if that one needs no directory. */
    default void prepareWithoutWar(Path base) throws IOException {}

    /**
     * The arguments of {@code java}.
     *
     * @param jvm options of the JVM
     */
    List<String> command(Path base, List<String> jvm, int httpPort);

    /** The file with which the JVM starts the server, if its classes may come from a {@link ClassArchive}. */
    default Optional<Path> archivedLibrary() {
        return Optional.empty();
    }

    /** True if the WAR cannot be deployed; the server itself may continue to run. */
    boolean deploymentFailed(Path base, Path output) throws IOException;
}
