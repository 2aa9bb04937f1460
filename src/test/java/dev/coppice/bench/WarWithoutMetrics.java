package dev.coppice.bench;

import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.returns;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.pool.TypePool;

/**
 * Makes a copy of the WAR that records no metrics: the filter that finds out the route of a request and the observer of
 * appends are removed, and the methods that record numbers and durations do nothing.
 */
final class WarWithoutMetrics {
    private static final List<String> REMOVED =
            List.of("dev.coppice.http.RouteFilter", "dev.coppice.message.MessageMetrics");
    private static final List<String> EMPTIED = List.of(
            "dev.coppice.metrics.Counter",
            "dev.coppice.metrics.Histogram",
            "dev.coppice.http.RouteMetrics",
            "dev.coppice.http.RequestMetrics");
    private static final String[] RECORDING = {"increment", "add", "record", "recordSince", "begun", "ended"};

    private WarWithoutMetrics() {}

    /** Writes the copy, in place of an older one. */
    static Path copy(Path war, Path copy) throws IOException {
        Files.createDirectories(copy.getParent());
        Files.deleteIfExists(copy);
        Files.copy(war, copy);
        try (var files = FileSystems.newFileSystem(copy)) {
            var classes = files.getPath("WEB-INF/classes");
            for (var name : REMOVED) {
                Files.delete(file(classes, name));
            }
            for (var name : EMPTIED) {
                var file = file(classes, name);
                Files.write(file, emptied(name, Files.readAllBytes(file)));
            }
        }
        return copy;
    }

    private static Path file(Path classes, String name) {
        return classes.resolve(name.replace('.', '/') + ".class");
    }

    private static byte[] emptied(String name, byte[] code) {
        var locator = new ClassFileLocator.Compound(
                ClassFileLocator.Simple.of(name, code), ClassFileLocator.ForClassLoader.ofSystemLoader());
        TypeDescription type = TypePool.Default.of(locator).describe(name).resolve();
        try (var made = new ByteBuddy()
                .redefine(type, locator)
                .method(namedOneOf(RECORDING).and(returns(void.class)))
                .intercept(StubMethod.INSTANCE)
                .make()) {
            return made.getBytes();
        }
    }
}
