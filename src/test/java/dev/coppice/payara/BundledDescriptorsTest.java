package dev.coppice.payara;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The descriptors of {@code coppice-bundled.war} that the build generates, and values that are in two files. */
class BundledDescriptorsTest {
    private static final Pattern CLASS = Pattern.compile("<class>(.*?)</class>");

    @Test
    void persistenceXmlListsTheSameClasses() throws Exception {
        var listed = classes("src/main/resources/META-INF/persistence.xml");
        assertFalse(listed.isEmpty());
        assertEquals(listed, classes("target/bundled/WEB-INF/classes/META-INF/persistence.xml"));
    }

    private static List<String> classes(String persistenceXml) throws Exception {
        return CLASS.matcher(Files.readString(Path.of(persistenceXml)))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void embeddedDatabaseHasTheSameOptionsOnBothServers() throws Exception {
        var commands = Files.readString(Path.of("wildfly-config/configure.cli"));
        for (var option : ConfiguredDataSource.H2_OPTIONS.substring(1).split(";")) {
            assertTrue(commands.contains(option), option);
        }
        assertEquals(
                Arrays.stream(commands.split("[;}\"\\s]+"))
                        .filter(word -> word.matches("[A-Z_]+=[-\\w]+"))
                        .collect(Collectors.toSet()),
                Arrays.stream(ConfiguredDataSource.H2_OPTIONS.substring(1).split(";"))
                        .collect(Collectors.toSet()));
    }

    @Test
    void bothKindsOfPayaraHaveTheSameLimits() throws Exception {
        assertEquals(limits("micro.asadmin"), limits("server.asadmin"));
    }

    /** The commands that set limits of HTTP, connections, threads and transactions. */
    private static List<String> limits(String file) throws Exception {
        return Files.readString(Path.of("src/main/payara", file))
                .lines()
                .filter(line -> line.matches("set .*(protocol\\.|transport\\.|thread-pool\\.|transaction-service).*"))
                .map(line -> line.replace(".http-listener-1.", ".http-listener."))
                .toList();
    }
}
