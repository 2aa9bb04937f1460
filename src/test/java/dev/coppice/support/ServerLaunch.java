package dev.coppice.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The directories and the command line of a server; the JVM options are those of WildFly's start script. */
record ServerLaunch(String name, String memory, boolean lasting, Map<String, String> environment) {

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

    private static Path home() {
        return Path.of(System.getProperty("jboss.home", "target/server")).toAbsolutePath();
    }

    private static Path war() {
        return Path.of(System.getProperty("coppice.war", "target/coppice.war")).toAbsolutePath();
    }

    /** Options of the build for servers that run for a minute or two; none in benchmarks. */
    private List<String> jvm() {
        var options = System.getProperty("coppice.test.jvm", "");
        return lasting || options.isBlank()
                ? List.of()
                : List.of(options.strip().split("\\s+"));
    }

    private Path root() {
        return Path.of("target", "it", name).toAbsolutePath();
    }

    private Path base() {
        return root().resolve("base");
    }

    Path data() {
        return root().resolve("data");
    }

    Path output() {
        return root().resolve("server.out");
    }

    /** Creates the directories; deletes those of an earlier run. */
    void prepare() throws IOException {
        Folders.delete(root());
        Files.createDirectories(data());
        Folders.copy(home().resolve("standalone/configuration"), base().resolve("configuration"));
        Files.createDirectories(base().resolve("deployments"));
        Files.copy(war(), base().resolve("deployments/coppice.war"));
    }

    boolean deploymentFailed() {
        return Files.exists(base().resolve("deployments/coppice.war.failed"));
    }

    Process start(Database database, int httpPort, int managementPort) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(memory);
        command.addAll(OPTIONS);
        command.addAll(jvm());
        command.addAll(List.of(
                "-Dorg.jboss.boot.log.file=" + base().resolve("log/server.log"),
                "-Dlogging.configuration=file:" + base().resolve("configuration/logging.properties"),
                "-jar",
                home().resolve("jboss-modules.jar").toString(),
                "-mp",
                home().resolve("modules").toString(),
                "org.jboss.as.standalone",
                "-Djboss.home.dir=" + home(),
                "-Djboss.server.base.dir=" + base(),
                // A stock WildFly has this port, too; several servers run at the same time.
                "-Djboss.https.port=" + Ports.free(),
                "-c",
                "standalone.xml"));
        var builder = new ProcessBuilder(command);
        var variables = builder.environment();
        variables.keySet().removeIf(variable -> variable.startsWith("COPPICE_"));
        variables.put("COPPICE_DATA", data().toString());
        variables.put("COPPICE_HTTP_PORT", String.valueOf(httpPort));
        variables.put("COPPICE_MANAGEMENT_PORT", String.valueOf(managementPort));
        if (database.isOnServer()) {
            variables.put("COPPICE_DB_URL", database.url());
            variables.put("COPPICE_DB_USER", database.user());
            variables.put("COPPICE_DB_PASSWORD", database.password());
        }
        variables.putAll(environment);
        return ChildProcesses.start(builder, output());
    }
}
