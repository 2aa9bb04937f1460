package dev.coppice.payara;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.persistence.Converter;
import jakarta.persistence.Entity;
import jakarta.persistence.MappedSuperclass;
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
    void persistenceXmlListsAllEntities() throws Exception {
        var descriptor = Files.readString(Path.of("target/bundled/WEB-INF/classes/META-INF/persistence.xml"));
        var listed = CLASS.matcher(descriptor)
                .results()
                .map(match -> match.group(1))
                .sorted()
                .toList();
        var entities = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.coppice").stream()
                        .filter(BundledDescriptorsTest::mustBeListed)
                        .map(JavaClass::getName)
                        .sorted()
                        .toList();
        assertEquals(entities, listed);
    }

    private static boolean mustBeListed(JavaClass type) {
        return type.isAnnotatedWith(Entity.class)
                || type.isAnnotatedWith(MappedSuperclass.class)
                || type.isAnnotatedWith(Converter.class);
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
