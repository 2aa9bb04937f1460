package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Payara Server with a domain of its own and the commands in {@code src/main/payara}. */
final class PayaraServer implements ServerKind {

    private static final String DOMAIN = "domain1";
    private final Path home =
            ServerKind.path("payara.home", "target/payara/payara6").resolve("glassfish");

    @Override
    public void prepare(Path base) throws IOException {
        Folders.copy(home.resolve("domains").resolve(DOMAIN), base.resolve(DOMAIN));
        var autodeploy = Files.createDirectories(base.resolve(DOMAIN).resolve("autodeploy"));
        Files.copy(ServerKind.path("coppice.war", "target/coppice-bundled.war"), autodeploy.resolve("coppice.war"));
    }

    /** Asks asadmin for the command line with which it would start the server, so that tests can kill the server. */
    @Override
    public List<String> command(Path base, List<String> jvm, int httpPort) {
        var asadmin = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        home.resolve("lib/client/appserver-cli.jar").toString(),
                        "start-domain",
                        "--dry-run",
                        "--domaindir",
                        base.toString(),
                        "--prebootcommandfile",
                        PayaraMicro.commands("server.asadmin"),
                        "--postbootcommandfile",
                        PayaraMicro.commands("server-started.asadmin"),
                        DOMAIN)
                .redirectErrorStream(true);
        try {
            var lines = new String(asadmin.start().getInputStream().readAllBytes())
                    .lines()
                    .toList();
            var command = new ArrayList<>(jvm);
            command.addAll(lines.stream()
                    .skip(first(lines) + 1)
                    .takeWhile(line -> !line.isBlank())
                    .toList());
            command.removeIf(option -> option.startsWith("-Xmx") && !jvm.contains(option));
            // With this option, whatever its value, the server would wait for passwords from asadmin.
            int option = command.indexOf("-read-stdin");
            command.subList(option, option + 2).clear();
            return command;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The index of the line with the path of {@code java}. */
    private static int first(List<String> lines) {
        for (var i = 0; i < lines.size(); i++) {
            if (lines.get(i).endsWith("/bin/java")) {
                return i;
            }
        }
        throw new IllegalStateException("Unexpected output of asadmin: " + lines);
    }

    @Override
    public boolean passesInPath(String id) {
        return PayaraMicro.passes(id);
    }

    @Override
    public boolean answersWithoutCoppice(HttpAnswer answer) {
        return PayaraMicro.isErrorPage(answer);
    }

    @Override
    public boolean deploymentFailed(Path base, Path output) throws IOException {
        return PayaraMicro.hasFailed(base.resolve(DOMAIN).resolve("logs/server.log"));
    }
}
