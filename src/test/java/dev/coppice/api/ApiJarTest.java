package dev.coppice.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code src/main/api/types.txt}, the content of {@code coppice-api.jar}, equal to the entry points below and the
 * types that their signatures name. To write the file after a change, run {@code mvn test -Dtest=ApiJarTest
 * -Dcoppice.docs.write=true}.
 */
class ApiJarTest {
    private static final Path LIST = Path.of("src/main/api/types.txt");
    private static final Path PAGE = Path.of("src/docs/extending-in-java.md");

    /** What an extension implements, observes, or injects; the page describes each. */
    private static final String ENTRY_POINTS =
            """
            context.ContextProvider context.WritableContextProvider context.SkillProvider context.SearchProvider \
            context.KeyedContextProvider format.TokenCounter compaction.Summarizer compaction.SummaryFailure
            message.MessageAppending session.SessionEvent session.SessionLifecycle message.MessageEvent \
            compaction.CompactionFailed context.BlockWritten context.BlockAdded context.BlockRemoved \
            context.PromptRefreshed context.SkillLoaded context.SkillUnloaded state.StateSaved run.RunSaved
            agent.Agents session.Sessions session.SessionLists message.Messages message.Histories message.Entries \
            message.Forks message.Splits compaction.ManualCompactions context.ContextBlocks context.BlockEntries \
            context.Prompts context.LoadedSkills search.Searches state.States state.Values run.Runs run.RunLists \
            tool.Tools
            """;

    /**
     * The exceptions: how values write themselves as JSON, and how settings are read. Only the server calls these
     * methods, so extensions are compiled without these types; {@code ExtensionJarIT} does so.
     */
    private static final Set<String> OF_THE_SERVER = Set.of(
            "com.fasterxml.jackson.core.JsonFactory",
            "com.fasterxml.jackson.core.JsonGenerator",
            "org.eclipse.microprofile.config.Config");

    private static String[] entryPoints() {
        return ENTRY_POINTS.strip().split("\\s+");
    }

    @Test
    void listHasTheTypesThatExtensionsSee() throws IOException {
        var types = new SignatureTypes();
        for (var name : entryPoints()) {
            types.add("dev.coppice." + name);
        }
        var list = types.ours().stream()
                .map(name -> name.replace('.', '/') + ".class\n")
                .collect(Collectors.joining());
        if (Boolean.getBoolean("coppice.docs.write")) {
            Files.createDirectories(LIST.getParent());
            Files.writeString(LIST, list);
        }
        assertEquals(
                list,
                Files.exists(LIST) ? Files.readString(LIST) : "",
                "Run mvn test -Dtest=ApiJarTest -Dcoppice.docs.write=true to write " + LIST);
        assertEquals(
                OF_THE_SERVER,
                types.others().stream()
                        .filter(name -> !name.startsWith("java.") && !name.startsWith("jakarta."))
                        .collect(Collectors.toSet()),
                "Signatures name only types of the JDK, of Jakarta EE and of the jar");
    }

    @Test
    void pageDescribesEveryEntryPoint() throws IOException {
        var page = Files.readString(PAGE);
        Arrays.stream(entryPoints())
                .map(name -> name.substring(name.indexOf('.') + 1))
                .forEach(name -> assertTrue(page.contains(name), PAGE + " does not mention " + name));
    }
}
