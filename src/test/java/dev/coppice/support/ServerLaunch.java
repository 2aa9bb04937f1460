package dev.coppice.support;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The directories, the command line and the environment of a server process. */
record ServerLaunch(String name, String memory, boolean lasting, Map<String, String> environment) {

    private static final ServerKind KIND = ServerKind.underTest();

    /**
     * Options of the build. Servers that are measured or under load for long have those of {@code bin/coppice} instead,
     * except for the size of the heap.
     */
    private List<String> jvm() {
        var options = System.getProperty("coppice.test.jvm", "");
        var jvm = new ArrayList<>(List.of(memory));
        if (lasting || options.isBlank()) {
            jvm.addAll(ServerScript.jvmOptions().stream()
                    .filter(option -> !option.startsWith("-Xmx"))
                    .toList());
        } else {
            jvm.addAll(List.of(options.strip().split("\\s+")));
            KIND.archivedLibrary().ifPresent(library -> jvm.addAll(ClassArchive.options(name, library)));
        }
        return jvm;
    }

    /** Call it when the process has ended by itself, after SIGTERM. */
    void stopped() {
        KIND.archivedLibrary().ifPresent(library -> ClassArchive.written(name, library));
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

    /** Creates the directories, except {@link #data}, which the server creates; deletes those of an earlier run. */
    void prepare() throws IOException {
        Folders.delete(root());
        Files.createDirectories(base());
        KIND.prepare(base());
    }

    boolean deploymentFailed() throws IOException {
        return KIND.deploymentFailed(base(), output());
    }

    Process start(Database database, int httpPort, int managementPort) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(KIND.command(base(), jvm(), httpPort));
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
