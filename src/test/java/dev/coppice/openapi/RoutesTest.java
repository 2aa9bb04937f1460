package dev.coppice.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.coppice.Problem;
import dev.coppice.session.SessionEvent;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Compares the OpenAPI document with the code: routes, problem codes and events. */
class RoutesTest {

    private static final JavaClasses CODE = new ClassFileImporter().importPath("target/classes");

    private final Document document = Document.load();

    @Test
    void documentAndResourcesHaveTheSameRoutes() {
        var coded = codedRoutes();
        assertFalse(coded.isEmpty(), "no resource class was found");
        var written =
                document.operations().stream().map(Operation::route).collect(Collectors.toCollection(TreeSet::new));
        // JAX-RS answers HEAD for every GET; the document declares it only where clients should use it.
        written.removeIf(route -> route.startsWith("HEAD ") && coded.contains(route.replaceFirst("HEAD", "GET")));
        coded.removeIf(route -> route.startsWith("HEAD ") && !written.contains(route));
        assertEquals(String.join("\n", coded), String.join("\n", written));
    }

    @Test
    void documentAndServerHaveTheSameProblemCodes() {
        var coded = Arrays.stream(Problem.Code.values())
                .map(Problem.Code::code)
                .collect(Collectors.toCollection(TreeSet::new));
        var written = StreamSupport.stream(
                        document.root()
                                .at("/components/schemas/ProblemCode/enum")
                                .spliterator(),
                        false)
                .map(JsonNode::asText)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(String.join("\n", coded), String.join("\n", written));
    }

    @Test
    void documentAndPageNameEveryEvent() throws IOException {
        var described = document.root()
                .at("/paths/~1v1~1sessions~1{sessionId}~1events/get/description")
                .asText();
        var page = Files.readString(new File("src/docs/extending-in-java.md").toPath());
        var events = CODE.stream()
                .filter(type -> !type.isInterface() && type.isAssignableTo(SessionEvent.class))
                .map(type -> "`" + type.getSimpleName() + "`")
                .collect(Collectors.toCollection(TreeSet::new));
        assertFalse(events.isEmpty(), "no event class was found");
        assertEquals(Set.of(), missing(events, page));
        events.remove("`SessionLoaded`"); // is not logged
        assertEquals(Set.of(), missing(events, described));
    }

    private static Set<String> missing(Set<String> names, String text) {
        return names.stream().filter(name -> !text.contains(name)).collect(Collectors.toSet());
    }

    @Test
    void documentDescribesEveryProblemCodeWithItsStatus() {
        var meanings = document.root()
                .at("/components/schemas/ProblemCode/description")
                .asText();
        for (var code : Problem.Code.values()) {
            var row = meanings.lines()
                    .filter(line -> line.startsWith("| `" + code.code() + "` |"))
                    .findFirst();
            assertEquals(true, row.isPresent() && row.get().contains(code.status() + ""), code + ": " + row);
        }
    }

    private static Set<String> codedRoutes() {
        var routes = new TreeSet<String>();
        for (var found : CODE) {
            if (!found.isAnnotatedWith(Path.class)) {
                continue;
            }
            var resource = found.reflect();
            for (var method : resource.getDeclaredMethods()) {
                Stream.of(method.getAnnotations())
                        .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                        .filter(http -> http != null)
                        .map(http -> route(http, resource.getAnnotation(Path.class), method.getAnnotation(Path.class)))
                        .forEach(routes::add);
            }
        }
        return routes;
    }

    private static String route(HttpMethod method, Path outer, Path inner) {
        var path = "/" + outer.value() + "/" + (inner == null ? "" : inner.value());
        return Operation.route(method.value(), path.replaceAll("/{2,}", "/"));
    }
}
