package dev.coppice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands of the command line program on a real server, in a namespace of their own. */
@EnabledIfEnvironmentVariable(named = "COPPICE_URL", matches = ".+")
class MainOnServerTest {
    private final String namespace = "cli-" + UUID.randomUUID();

    private CommandLine input(String text, String... arguments) {
        var all = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "--namespace";
        all[arguments.length + 1] = namespace;
        return CommandLine.run(System.getenv(), text, all);
    }

    private String run(String... arguments) {
        var done = input("", arguments);
        assertEquals(0, done.status(), done.err());
        return done.out();
    }

    @Test
    void messagesAreAppendedListedAndFound() {
        run("append", "s", "When do I prune?", "--create");
        run("append", "s", "In late\nwinter.", "--role", "assistant");
        assertEquals("user: When do I prune?\nassistant: In late\nwinter.\n", run("history", "s"));
        assertEquals("assistant: In late\nwinter.\n", run("history", "s", "--last", "1"));
        var lines = input(
                "{\"id\":\"m1\",\"role\":\"user\",\"content\":\"a\"}\n\n{\"id\":\"m2\",\"role\":\"user\",\"content\":\"b\"}\n",
                "append",
                "s",
                "-");
        assertEquals("m1\nm2\n", lines.out());
        assertTrue(run("history", "s", "--json", "--leaf", "m1")
                .contains("{\"id\":\"m1\",\"role\":\"user\",\"content\":\"a\""));
        assertTrue(run("sessions").matches("s\t\\S+\t4\t\n"));
        var found = run("search", "late", "winter");
        assertTrue(found.startsWith("s\t") && found.contains("In late winter."), found);
        assertEquals(found, run("search", "winter", "late", "--session", "s"));
        assertEquals(2, input("", "append", "s").status());
        var missing = input("", "history", "missing");
        assertEquals(1, missing.status());
        assertTrue(missing.err().startsWith("session-not-found: "), missing.err());
    }

    @Test
    void exportsAreImported(@TempDir Path folder) throws IOException {
        run("append", "s", "Hello", "--create");
        var file = folder.resolve("export.jsonl");
        assertEquals("", run("export", "--output", file.toString()));
        assertFalse(Files.exists(folder.resolve("export.jsonl.part")));
        assertEquals(
                run("export", "s").lines().count(),
                Files.readString(file).lines().count());
        var existing = run("import", file.toString());
        assertTrue(existing.startsWith("0 sessions imported, 1 existed, 0 damaged; 0 messages in "), existing);
        var dry = CommandLine.run(
                System.getenv(), "", "import", file.toString(), "--dry-run", "--namespace", namespace + "-b");
        assertTrue(dry.out().startsWith("Dry run: 1 sessions imported, 0 existed, 0 damaged; 1 messages"), dry.out());
        var copied = CommandLine.run(
                System.getenv(),
                Files.readString(file),
                "import",
                "-",
                "--report",
                "json",
                "--namespace",
                namespace + "-b");
        assertEquals(0, copied.status(), copied.err());
        assertTrue(copied.out().contains("\"imported\":1"), copied.out());
        var half = Files.readString(file).lines().limit(3).toList();
        var incomplete = input(String.join("\n", half), "import", "-");
        assertEquals(1, incomplete.status());
        assertTrue(incomplete.out().contains("The end of the file is missing."), incomplete.out());
        assertEquals(1, input("", "import", folder.resolve("none").toString()).status());
    }

    @Test
    void outputThatCannotBeWrittenIsAFailure() {
        run("append", "s", "Hello", "--create");
        for (var command : List.of("export s", "history s", "sessions", "append s Hello")) {
            var arguments = new ArrayList<>(List.of(command.split(" ")));
            arguments.addAll(List.of("--namespace", namespace));
            var err = new ByteArrayOutputStream();
            var main =
                    new Main(System.getenv(), InputStream.nullInputStream(), CommandLine.full(), new PrintStream(err));
            assertEquals(1, main.run(arguments), command);
            assertTrue(err.toString().contains("Standard output cannot be written"), err.toString());
        }
    }
}
