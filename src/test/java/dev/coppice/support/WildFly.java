package dev.coppice.support;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** WildFly; its JVM options are those of its start script. */
final class WildFly implements ServerKind {

    private static final List<String> OPTIONS = List.of(
            "-D[Standalone]",
            "-Djava.net.preferIPv4Stack=true",
            "-Djava.awt.headless=true",
            "-Djboss.modules.system.pkgs=org.jboss.byteman",
            "--add-exports=java.desktop/sun.awt=ALL-UNNAMED",
            "--add-exports=java.naming/com.sun.jndi.ldap=ALL-UNNAMED",
            "--add-exports=java.naming/com.sun.jndi.url.ldap=ALL-UNNAMED",
            "--add-exports=java.naming/com.sun.jndi.url.ldaps=ALL-UNNAMED",
            "--add-exports=jdk.naming.dns/com.sun.jndi.dns=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.security=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.management/javax.management=ALL-UNNAMED",
            "--add-opens=java.naming/javax.naming=ALL-UNNAMED");

    private final Path home = ServerKind.path("jboss.home", "target/server");

    /** Not 404, which would tell a client that its session does not exist. */
    @Override
    public boolean isAnswerWhileStarting(HttpResponse<?> answer) {
        return answer.statusCode() == 503
                && answer.headers().firstValue("Retry-After").isPresent();
    }

    @Override
    public void prepareWithoutWar(Path base) throws IOException {
        Folders.copy(home.resolve("standalone/configuration"), base.resolve("configuration"));
        Files.createDirectories(base.resolve("deployments"));
    }

    @Override
    public void prepare(Path base) throws IOException {
        prepareWithoutWar(base);
        Files.copy(ServerKind.path("coppice.war", "target/coppice.war"), base.resolve("deployments/coppice.war"));
    }

    @Override
    public List<String> command(Path base, List<String> jvm, int httpPort) {
        var command = new ArrayList<>(jvm);
        command.addAll(OPTIONS);
        command.addAll(List.of(
                "-Dorg.jboss.boot.log.file=" + base.resolve("log/server.log"),
                "-Dlogging.configuration=file:" + base.resolve("configuration/logging.properties"),
                "-jar",
                library().toString(),
                "-mp",
                home.resolve("modules").toString(),
                "org.jboss.as.standalone",
                "-Djboss.home.dir=" + home,
                "-Djboss.server.base.dir=" + base,
                "-c",
                "standalone.xml"));
        return command;
    }

    @Override
    public Optional<Path> archivedLibrary() {
        return Optional.of(library());
    }

    private Path library() {
        return home.resolve("jboss-modules.jar");
    }

    @Override
    public boolean deploymentFailed(Path base, Path output) {
        return Files.exists(base.resolve("deployments/coppice.war.failed"));
    }
}
