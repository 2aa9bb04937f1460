package dev.coppice.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The Maven project {@code src/example}, built outside of this one. Puts {@code coppice-api.jar} into the local
 * repository, as {@code mvn install} does.
 */
public final class ExampleProject {
    private ExampleProject() {}

    /**
     * Builds the project and returns the path of its jar.
     *
     * @param name name of the directory below {@code target/it} to which the project is copied
     */
    public static Path build(String name) {
        var copy = Path.of("target", "it", name).toAbsolutePath();
        try {
            Folders.delete(copy);
            Files.createDirectories(copy.getParent());
            Folders.copy(Path.of("src", "example"), copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var project = Path.of("").toAbsolutePath();
        maven(
                copy,
                "org.apache.maven.plugins:maven-install-plugin:3.1.4:install-file",
                "-Dfile=" + project.resolve("target/coppice-api.jar"),
                "-DpomFile=" + project.resolve("pom.xml"),
                "-Dpackaging=jar",
                "-Dclassifier=api");
        maven(copy, "package");
        return copy.resolve("target/example.jar");
    }

    private static void maven(Path folder, String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("maven.home"), "bin", "mvn").toString());
        command.addAll(List.of("-o", "-B", "-ntp", "-Dmaven.repo.local=" + System.getProperty("maven.repo.local")));
        command.addAll(List.of(arguments));
        Command.run(folder, Map.of(), command).orFail();
    }
}
