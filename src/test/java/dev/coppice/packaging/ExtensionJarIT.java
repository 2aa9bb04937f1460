package dev.coppice.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.coppice.support.Api;
import dev.coppice.support.ExampleProject;
import dev.coppice.support.UnpackedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The example project, built by Maven as the documentation says, and its jar in the directory of extensions. */
class ExtensionJarIT {
    private static final int FAILED = 1;
    private static UnpackedServer server;
    private static Path extensions;
    private static Path jar;

    @BeforeAll
    static void buildAndDrop() throws IOException {
        server = UnpackedServer.unpack("extension-jar");
        jar = ExampleProject.build("example-project");
        extensions = Files.createDirectories(server.data().resolve("extensions"));
        Files.copy(jar, extensions.resolve("example.jar"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void jarHasItsOwnClassesOnly() throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            var classes = file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class"))
                    .toList();
            assertTrue(classes.contains("dev/coppice/example/Glossary.class"), classes.toString());
            assertTrue(classes.stream().allMatch(name -> name.startsWith("dev/coppice/example/")), classes.toString());
        }
    }

    @Test
    void beansOfTheJarAreCalledAndABrokenJarIsNamed() throws IOException {
        server.coppice("start").orFail();
        var api = server.api();
        declare(api);
        providerShowsItsContent(api);
        observerRedacts(api);
        summarizerSummarizes(api);
        server.coppice("stop").orFail();
        brokenJarIsNamed();
        Files.delete(extensions.resolve("broken.jar"));
        server.coppice("start").orFail();
    }

    private static void declare(Api api) {
        var agent =
                """
                {"context":[{"label":"words","provider":{"type":"bean","name":"glossary"}}],
                 "compaction":{"summarizer":"headlines","protectHead":2,"tailTokenBudget":30,"minTailMessages":2}}""";
        assertEquals(
                201, api.put("/v1/agents/{}", "forester").json(agent).send().status());
        assertEquals(
                201,
                api.put("/v1/sessions/{}", "s")
                        .json("{\"agent\":\"forester\"}")
                        .send()
                        .status());
    }

    private static void providerShowsItsContent(Api api) {
        var block = api.get("/v1/sessions/{}/context/{}", "s", "words").send().expect(200);
        assertEquals("- coppice\n- standard\n- stool", block.at("/content"));
    }

    private static void observerRedacts(Api api) {
        var messages = IntStream.range(0, 12)
                .mapToObj(i -> "{\"id\":\"m" + i + "\",\"role\":\"" + (i % 2 == 0 ? "user" : "assistant")
                        + "\",\"content\":\"Stool " + i + " was cut; I paid with 4111 1111 1111 1111 for it.\"}")
                .collect(Collectors.joining(","));
        api.post("/v1/sessions/{}/messages", "s")
                .json("{\"messages\":[" + messages + "]}")
                .send()
                .expect(201);
        var stored = api.get("/v1/sessions/{}/messages/{}", "s", "m0")
                .send()
                .expect(200)
                .text();
        assertTrue(stored.contains("I paid with •••• •••• •••• •••• for it."), stored);
    }

    private static void summarizerSummarizes(Api api) {
        var compaction = api.post("/v1/sessions/{}/compact", "s").send().expect(200);
        var summary = compaction.at("/compaction/summary");
        assertTrue(summary.startsWith("## Key Points\n- [user] Stool 2 was cut; I paid with ••••"), summary);
    }

    private static void brokenJarIsNamed() throws IOException {
        var whole = Files.readAllBytes(jar);
        var broken = extensions.resolve("broken.jar");
        Files.write(broken, Arrays.copyOf(whole, whole.length / 2));
        var start = server.coppice("start");
        assertEquals(FAILED, start.status());
        assertTrue(start.output().contains("The extension " + broken + " is broken"), start.output());
    }
}
