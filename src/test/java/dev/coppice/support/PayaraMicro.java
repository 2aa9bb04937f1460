package dev.coppice.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Payara Micro with the commands in {@code src/main/payara}. */
final class PayaraMicro implements ServerKind {

    private static final String FAILURE = "Exception while loading the app";
    private static final String PREPARING = "Exception while preparing the app";

    @Override
    public void prepare(Path base) throws IOException {
        Files.createDirectories(base.resolve("tmp"));
    }

    @Override
    public List<String> command(Path base, List<String> jvm, int httpPort) {
        var command = new ArrayList<>(jvm);
        command.addAll(List.of(
                "-Djava.io.tmpdir=" + base.resolve("tmp"),
                "-Djava.net.preferIPv4Stack=true",
                "-jar",
                ServerKind.path("payara.micro", "target/payara/payara-micro.jar")
                        .toString(),
                "--nohazelcast",
                "--disablephonehome",
                "--prebootcommandfile",
                commands("micro.asadmin"),
                "--postdeploycommandfile",
                commands("micro-deployed.asadmin"),
                "--deploy",
                ServerKind.path("coppice.war", "target/coppice-bundled.war").toString()));
        return command;
    }

    /** The path of a file with commands. */
    static String commands(String file) {
        return Path.of("src/main/payara", file).toAbsolutePath().toString();
    }

    @Override
    public boolean passesInPath(String id) {
        return passes(id);
    }

    /** Catalina answers 400 without a body if the decoded path contains one of these. */
    static boolean passes(String id) {
        return id.indexOf('\\') < 0 && id.indexOf('\0') < 0 && !id.startsWith("...");
    }

    @Override
    public boolean answersWithoutCoppice(HttpAnswer answer) {
        return isErrorPage(answer);
    }

    /** The page of Payara for a path of which it knows no application. Coppice answers 404 with JSON. */
    static boolean isErrorPage(HttpAnswer answer) {
        var type = answer.header("Content-Type");
        return answer.status() == 404 && type != null && type.startsWith("text/html");
    }

    @Override
    public boolean deploymentFailed(Path base, Path output) throws IOException {
        return hasFailed(output);
    }

    static boolean hasFailed(Path output) throws IOException {
        return Files.exists(output)
                && Files.readString(output)
                        .lines()
                        .anyMatch(line -> line.contains(FAILURE) || line.contains(PREPARING));
    }
}
